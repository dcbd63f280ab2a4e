/** Gives the person a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address once this task is over.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
