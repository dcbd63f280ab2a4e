/** Ready-made stories: what is typed into a fresh cluster. Their words are `stories` of the texts. */
export const STORIES = [
  { id: 'own', lines: [] },
  { id: 'createDeployment', lines: ['kubectl create deployment nginx --image=nginx:1.29 --replicas=3'] },
  { id: 'runPod', lines: ['kubectl run web --image=nginx:1.29'] },
  { id: 'scale', lines: ['kubectl create deployment web --image=nginx:1.29 --replicas=2', 'kubectl scale deployment web --replicas=5'] },
  { id: 'deleteDeployment', lines: ['kubectl create deployment web --image=nginx:1.29 --replicas=2', 'kubectl delete deployment web'] },
  { id: 'imageMissing', lines: ['kubectl create deployment broken --image=nginx:9.99'] },
  { id: 'alreadyExists', lines: ['kubectl create deployment nginx --image=nginx:1.29', 'kubectl create deployment nginx --image=nginx:1.29'] },
  { id: 'badName', lines: ['kubectl create deployment Bad_Name --image=nginx:1.29'] },
  { id: 'namespaceMissing', lines: ['kubectl create deployment web --image=nginx:1.29 -n dev'] },
  { id: 'hundred', lines: ['kubectl create deployment crowd --image=nginx:1.29 --replicas=100'] },
] as const satisfies readonly { readonly id: string; readonly lines: readonly string[] }[];

export type StoryId = (typeof STORIES)[number]['id'];

/** The story that a session tells: the longest whose lines are its first; an empty session is one's own cluster. */
export function storyOf(lines: readonly string[]): StoryId | undefined {
  if (lines.length === 0) return 'own';
  const told = STORIES.filter((story) => story.lines.length > 0 && story.lines.every((line, i) => line === lines[i]));
  return [...told].sort((a, b) => b.lines.length - a.lines.length)[0]?.id;
}
