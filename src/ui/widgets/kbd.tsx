import './kbd.css';

/** Keys as written on the keyboard: `⌘ K` is two keys. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className="keys" aria-hidden="true">
      {keys.split(' ').map((key, i) => (
        <kbd key={i}>{key}</kbd>
      ))}
    </span>
  );
}
