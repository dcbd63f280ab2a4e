import { SPEEDS, type StepUnit } from '../../state/playback.machine';
import { useApp, usePlayback, useSession } from '../app-context';
import { useTexts } from '../texts/texts';
import { Button, IconButton } from '../widgets/button';
import { ChoiceMenu } from '../widgets/menu';
import { Segmented } from '../widgets/segmented';
import { Clock } from './clock';
import { PathSums } from './path-sums';
import { RunActions } from './run-actions';
import './transport.css';

/** Play, step, and where the playhead is. */
export function Transport() {
  const { transport: t } = useTexts();
  const { playback } = useApp();
  const state = usePlayback((s) => s.state);
  const speed = usePlayback((s) => s.speed);
  const mode = usePlayback((s) => s.mode);
  const empty = useSession((s) => s.commands.length === 0);
  const step = (unit: StepUnit, direction: 1 | -1) => () => playback.send({ type: 'STEP', unit, direction });
  const playing = state === 'playing';
  return (
    <div className="transport" role="toolbar" aria-label={t.label}>
      <div className="transport-buttons">
        <IconButton icon="previousChapter" label={t.previousChapter} keys="⇧ ←" onClick={step('chapter', -1)} disabled={empty} />
        <IconButton icon="previous" label={t.previousStep} keys="←" onClick={step('step', -1)} disabled={empty} />
        <IconButton className="play" look="solid" icon={playing ? 'pause' : 'play'} label={playing ? t.pause : t.play} keys="Space" onClick={() => playback.send({ type: 'TOGGLE' })} disabled={empty} />
        <IconButton icon="next" label={t.nextStep} keys="→" onClick={step('step', 1)} disabled={empty} />
        <IconButton icon="nextChapter" label={t.nextChapter} keys="⇧ →" onClick={step('chapter', 1)} disabled={empty} />
      </div>
      <Clock />
      <ChoiceMenu
        label={t.speed}
        value={String(speed)}
        choices={SPEEDS.map((value) => ({ value: String(value), label: t.speedOf(value) }))}
        onChoose={(value) => playback.send({ type: 'SPEED', speed: Number(value) })}
        trigger={<Button className="chip num" aria-label={`${t.speed}: ${t.speedOf(speed)}`}>{t.speedOf(speed)}</Button>}
      />
      <Segmented
        label={t.timeMode}
        value={mode}
        segments={[{ value: 'story', label: t.story }, { value: 'clock', label: t.clock }]}
        onChange={(next) => playback.send({ type: 'MODE', mode: next })}
      />
      <PathSums />
      <span className="push" />
      <RunActions />
    </div>
  );
}

