export const start = {
  title: 'One command. A whole cluster. Every step, and why.',
  about: 'A Kubernetes control plane runs in this tab. Send it a command and watch the request pass the API server, reach etcd, wake controllers, find its nodes and become running containers; every step can be asked what caused it.',
  run: 'Run it and follow',
  booting: 'Starting the cluster …',
  or: 'or type any kubectl command in the terminal',
};

export const search = {
  placeholder: 'A step, a pod, a command …',
  results: 'Results',
  none: 'Nothing in this run matches.',
  kinds: { command: 'Command', step: 'Step', object: 'Object', machine: 'Machine' },
};

export const keys: { readonly groups: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] } = {
  groups: [
    {
      title: 'Playback',
      keys: [
        ['Space', 'Play or pause'], ['→ / ←', 'Next or previous step'], ['⇧ → / ⇧ ←', 'Next or previous chapter'], ['. / ,', 'Next or previous event'],
        ['Home / End', 'Beginning or end of the run'], ['] / [', 'Faster or slower'], ['T', 'Story time or clock time'],
      ],
    },
    { title: 'Timeline (when it has focus)', keys: [['W / S', 'Zoom in or out'], ['A / D', 'Pan left or right'], ['← / →', 'Bar before or after'], ['↑ / ↓', 'Lane above or below'], ['F', 'Show the whole story']] },
    { title: 'Map', keys: [['0', 'Show everything'], ['+ / −', 'Zoom in or out (when it has focus)'], ['Enter', 'Open the focused component'], ['Esc', 'Clear the selection']] },
    { title: 'Page', keys: [['Mod K', 'Search'], ['`', 'Go to the terminal'], ['?', 'This list']] },
  ],
};

export const stories = {
  own: { title: 'Your own cluster', about: 'Empty, with a prompt: type what you like.' },
  createDeployment: { title: 'Create a Deployment', about: 'Three replicas of nginx, from Enter to Ready.' },
  runPod: { title: 'Run one pod', about: 'No Deployment, no ReplicaSet: just a pod.' },
  scale: { title: 'Scale up', about: 'Two replicas become five.' },
  deleteDeployment: { title: 'Delete a Deployment', about: 'The parent goes first; the garbage collector cleans up after it.' },
  imageMissing: { title: 'An image that does not exist', about: 'Everything works but the pull: ErrImagePull and back-off.' },
  alreadyExists: { title: 'It is already there', about: 'The same command twice: 409 from the last possible stage.' },
  badName: { title: 'A name against the rules', about: '422: validation says what is wrong.' },
  namespaceMissing: { title: 'No such namespace', about: '404 from an admission plugin.' },
  hundred: { title: 'A hundred replicas', about: 'Slow start, queues and a full map.' },
};
