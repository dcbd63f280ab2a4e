import type { journey as j, terminal as te, timeline as ti, transport as tr } from '../en/play';

export const transport: typeof tr = {
  label: '播放控制',
  play: '播放',
  pause: '暂停',
  nextStep: '下一步',
  previousStep: '上一步',
  nextChapter: '下一章',
  previousChapter: '上一章',
  speed: '速度',
  speedOf: (speed) => `${speed}×`,
  timeMode: '时间尺度',
  story: '故事时间',
  clock: '时钟时间',
  storyAbout: '无论一步有多短，都给它展示的时间，并压缩空闲的等待。',
  clockAbout: '与时钟一致：微秒和秒按真实比例显示。',
  stepBy: '步进单位',
  units: { step: '步骤', event: '事件', chapter: '章节' },
  playhead: '播放位置',
  of: '/',
  advance: '让时间过去 10 秒',
};

export const timeline: typeof ti = {
  label: '时间线',
  about: '方向键在条块间移动，W 和 S 缩放，A 和 D 平移，回车选中。',
  openLane: (lane) => `展开${lane}`,
  closeLane: (lane) => `收起${lane}`,
  overview: '总览：当前可见的时间范围',
  criticalPath: '关键路径',
  criticalAbout: '从按下回车到最后一次状态写入，时间花在了哪里。',
  onlyPath: '只看关键路径',
  whole: '整个过程',
  story: '这段故事',
  merged: (n) => `${n} 次短暂停留`,
  took: '用时',
  asTable: '以表格显示',
  asChart: '以图表显示',
  empty: '还没有发生任何事。运行一条命令，每个组件的工作都会出现在这里。',
  table: { caption: '可见时间范围内各组件做的事', begin: '开始', duration: '用时', component: '组件', state: '状态', subject: '对象', more: (n) => `还有 ${n} 行：放大后可见。` },
  kinds: { work: '处理', network: '网络传输', queue: '排队', timer: '定时器', wait: '等待' },
};

export const journey: typeof j = {
  title: '命令的旅程',
  none: '运行一条命令，它的旅程会在这里一步一步讲给你听。',
  commands: '命令',
  outcomes: { ready: '已就绪', done: '已完成', refused: '被拒绝', usage: '未发送', failing: '出错', open: '进行中' },
  stepOf: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
  times: (n) => `×${n}`,
  upcoming: '尚未发生',
};

export const terminal: typeof te = {
  label: '终端',
  loading: '正在打开终端……',
  input: '命令行',
  enter: '运行',
  try: '试试',
  branch: '在播放位置运行',
  branchAbout: '此刻之后发生的一切会被丢弃，并重新模拟。',
  widen: '加宽，便于看表格',
  branching: '下一条命令将在播放位置运行，此后发生的一切会被丢弃。',
  hint: '按回车运行它，看它一路走到哪里',
  clear: '清屏',
};
