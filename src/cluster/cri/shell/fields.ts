/** The fields that a word becomes while its parts are expanded: one, unless something unquoted holds blanks or nothing. */
export class Fields {
  private readonly done: string[] = [];
  private current: string | undefined;

  /** Text that stays together with what stands beside it. */
  append(text: string): void {
    this.current = (this.current ?? '') + text;
  }

  /** The value of something unquoted: blanks in it end a field. */
  split(value: string): void {
    value.split(/\s+/).filter((piece) => piece !== '').forEach((piece, i) => {
      if (i > 0) this.end();
      this.append(piece);
    });
  }

  all(): readonly string[] {
    this.end();
    return this.done;
  }

  private end(): void {
    if (this.current !== undefined) this.done.push(this.current);
    this.current = undefined;
  }
}
