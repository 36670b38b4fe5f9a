import { LitElement, html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';

const most = 8;

/** What fits the words typed: beginnings first, then anything containing them. */
export function fitting(options: readonly string[], typed: string): string[] {
  const words = typed.trim().toLowerCase();
  const starts = options.filter((option) => option.toLowerCase().startsWith(words));
  const contains = options.filter((option) => !starts.includes(option) && option.toLowerCase().includes(words));
  return [...starts, ...contains].slice(0, most);
}

/**
 * A text field with suggestions. `loop-choose` carries the text chosen or typed, `loop-leave` says the user gave up.
 * Drawn in the page itself, so that its styles are the page's.
 */
export class SuggestField extends LitElement {
  static override properties = {
    label: {},
    placeholder: {},
    options: { attribute: false },
    quiet: { attribute: false },
    open: { state: true },
    typed: { state: true },
    active: { state: true },
  };
  declare label: string;
  declare placeholder: string;
  declare options: readonly string[];
  /** Stands in a form: it does not take the focus when it appears, and suggests only while it has it. */
  declare quiet: boolean;
  declare open: boolean;
  declare typed: string;
  /** Index of the suggestion the keyboard is at; -1 is the field itself. */
  declare active: number;

  constructor() {
    super();
    this.label = '';
    this.placeholder = '';
    this.options = [];
    this.quiet = false;
    this.open = false;
    this.typed = '';
    this.active = -1;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    if (!this.quiet) this.querySelector('input')?.focus({ preventScroll: true });
  }

  get #found(): string[] {
    return this.open ? fitting(this.options, this.typed) : [];
  }

  #choose(text: string): void {
    if (text.trim() === '') return;
    this.dispatchEvent(new CustomEvent('loop-choose', { detail: text.trim() }));
    this.typed = '';
    this.active = -1;
  }

  #key(event: KeyboardEvent): void {
    const found = this.#found;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      this.active = Math.max(-1, Math.min(found.length - 1, this.active + step));
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      this.#choose(found[this.active] ?? this.typed);
    } else if (event.key === 'Escape') {
      this.dispatchEvent(new CustomEvent('loop-leave'));
    }
  }

  #blur(event: FocusEvent): void {
    if (event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) return;
    this.open = false;
    this.dispatchEvent(new CustomEvent('loop-leave'));
  }

  protected override render(): TemplateResult {
    const found = this.#found;
    const active = this.active >= 0 ? `${this.id}-${String(this.active)}` : undefined;
    return html`<input
        type="text"
        class="input"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        maxlength="200"
        aria-label=${this.label}
        aria-autocomplete="list"
        aria-expanded=${found.length > 0}
        aria-controls="${this.id}-list"
        aria-activedescendant=${ifDefined(active)}
        placeholder=${this.placeholder}
        .value=${live(this.typed)}
        @input=${(event: InputEvent) => {
          this.typed = event.target instanceof HTMLInputElement ? event.target.value : '';
          this.active = -1;
        }}
        @focus=${() => {
          this.open = true;
        }}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @blur=${(event: FocusEvent) => this.#blur(event)}
      />
      <ul id="${this.id}-list" class="suggestions" role="listbox" aria-label=${this.label} ?hidden=${found.length === 0}>
        ${found.map((option, index) => this.#option(option, index))}
      </ul>`;
  }

  #option(option: string, index: number): TemplateResult {
    // Chosen on pointer down, before the field loses the focus and closes.
    return html`<li
      id="${this.id}-${index}"
      role="option"
      aria-selected=${index === this.active}
      @pointerdown=${(event: Event) => {
        event.preventDefault();
        this.#choose(option);
      }}
    >
      ${option}
    </li>`;
  }
}

export function registerSuggestField(): void {
  if (!customElements.get('loop-suggest')) customElements.define('loop-suggest', SuggestField);
}
