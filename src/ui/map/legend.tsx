import { useTexts } from '../texts/texts';
import { shapeOf } from './draw/packets';
import { SHAPES, type PodLook } from './phase';

const KINDS = ['http', 'response', 'watch', 'etcd', 'cri', 'cni'] as const;
const LOOKS: readonly PodLook[] = ['pending', 'creating', 'unready', 'running', 'succeeded', 'failed', 'terminating'];

/** What the shapes of packets and pods mean. */
export function Legend() {
  const { map: t } = useTexts();
  return (
    <details className="legend">
      <summary>{t.legend}</summary>
      <ul>
        {KINDS.map((kind) => (
          <li key={kind}>
            <svg width="20" height="16" viewBox="-10 -8 20 16" aria-hidden="true" className="packet is-traced" data-kind={kind} data-component="kube-apiserver">
              <path className="packet-shape" d={shapeOf(kind)} />
            </svg>
            {t.packets[kind]}
          </li>
        ))}
      </ul>
      <ul>
        {LOOKS.map((look) => (
          <li key={look}>
            <svg width="20" height="18" viewBox="-1.3 -1.2 2.6 2.4" aria-hidden="true" className="pod" data-look={look}>
              <path className="pod-shape" d={SHAPES[look]} />
            </svg>
            {t.looks[look]}
          </li>
        ))}
      </ul>
    </details>
  );
}
