/** The sign of the page: a pod on its way. As public/icon.svg. */
export function Mark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <defs>
        <linearGradient id="mark-sky" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#1b2a5c" />
          <stop offset="1" stopColor="#0b1020" />
        </linearGradient>
        <linearGradient id="mark-way" x1="0" y1="1" x2="1" y2="0">
          <stop offset="0" stopColor="#5b8cff" stopOpacity="0.15" />
          <stop offset="0.55" stopColor="#5b8cff" />
          <stop offset="1" stopColor="#7fe0d4" />
        </linearGradient>
      </defs>
      <rect width="64" height="64" rx="15" fill="url(#mark-sky)" />
      <path d="M32 22.5 40.2 27.2V36.8L32 41.5 23.8 36.8V27.2Z" fill="#f4f7ff" />
      <path d="M23.8 27.2 32 32l8.2-4.8M32 32v9.5" fill="none" stroke="#1b2a5c" strokeWidth="2" strokeLinejoin="round" />
      <path d="M14.5 44.2A21.5 21.5 0 1 1 47.2 47.2" fill="none" stroke="url(#mark-way)" strokeWidth="4" strokeLinecap="round" />
      <circle cx="47.2" cy="47.2" r="5" fill="#ffb454" />
    </svg>
  );
}
