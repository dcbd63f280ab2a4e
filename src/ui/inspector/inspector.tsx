export function Inspector() {
  return <section className="panel" />;
}
