import { alignTabs, DESCRIPTION } from '../print/tabwriter';

/** Collects the lines of a description; tabs part what is aligned. Models kubectl pkg/describe describe.go PrefixWriter. */
export class Page {
  private text = '';

  /** A line, indented by two blanks a level. */
  line(level: number, text: string): void {
    this.text += `${'  '.repeat(level)}${text}\n`;
  }

  /** The text with its tabs. */
  raw(): string {
    return this.text;
  }

  toString(): string {
    return alignTabs(this.text, DESCRIPTION);
  }
}
