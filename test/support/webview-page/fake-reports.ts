/** Answers the calls of the dataset panel and the import preview. */
export class FakeReports {
  constructor(readonly refuse: (code: string, message: string) => never) {}

  call(method: string, _params: Record<string, unknown>): unknown {
    return this.refuse('usage', `no ${method} here`);
  }
}
