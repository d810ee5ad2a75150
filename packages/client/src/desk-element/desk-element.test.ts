test('the file can be imported where there is no page, as when a server renders one', async () => {
  expect(globalThis).not.toHaveProperty('HTMLElement');
  expect(await import('./desk-element.ts')).toMatchObject({ CallsideDesk: expect.any(Function) });
});
