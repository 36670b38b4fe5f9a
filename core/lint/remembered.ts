const all: { clear(): void }[] = [];

/** Forgets everything, so that the next look begins anew. What is found does not depend on it. */
export function forgetAll(): void {
  for (const memory of all) memory.clear();
}

/** What was made of texts, remembered by them up to so many characters; the oldest is forgotten first. */
export class Remembered<T> {
  private readonly known = new Map<string, T>();
  private characters = 0;

  constructor(private readonly most: number) {
    all.push(this);
  }

  of(text: string, make: (text: string) => T): T {
    const found = this.known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    this.known.set(text, made);
    this.characters += text.length;
    for (const [oldest] of this.known) {
      if (this.characters <= this.most) break;
      this.known.delete(oldest);
      this.characters -= oldest.length;
    }
    return made;
  }

  clear(): void {
    this.known.clear();
    this.characters = 0;
  }
}
