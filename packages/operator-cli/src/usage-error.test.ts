import { Command, CommanderError } from 'commander';
import { describeUsageError } from './usage-error.ts';

const messageOf = (argument: string, reason = 'It must have no user and password.') => {
  const text = `error: option '--url <url>' argument '${argument}' is invalid. ${reason}`;
  return describeUsageError(new CommanderError(1, 'commander.invalidArgument', text), new Command('set')).message;
};

it.each([
  ['https://kim:s3cret@shop.example/stock.csv', 'https://…@shop.example/stock.csv'],
  ['ftp://kim:s3/c@r et@shop.example/', 'ftp://…@shop.example/'],
  ['kim:s3cret@shop.example', 'kim:…@shop.example'],
  ['https://shop example/stock.csv?token=s3cret', 'https://shop example/stock.csv?…'],
  ['ftp://shop.example/?key=s3cret&a=b', 'ftp://shop.example/?…'],
  ['shop.example/stock.csv?token=s3cret', 'shop.example/stock.csv?…'],
  ['https://shop.example/stock.csv', 'https://shop.example/stock.csv'],
  ['not an address', 'not an address'],
])('of the argument %s, %s is shown', (argument, shown) => {
  expect(messageOf(argument)).toBe(
    `option '--url <url>' argument '${shown}' is invalid. It must have no user and password.`,
  );
});

it.each([
  ["option '--token <token>' argument 's3cret' is invalid.", "option '--token <token>' argument '…' is invalid."],
  ["unknown option '--key=s3cret'", "unknown option '--key=…'"],
  ["unknown option '--urll'\n(Did you mean --url?)", "unknown option '--urll' (Did you mean --url?)"],
])('of %j, no key or token is shown', (text, shown) => {
  const error = new CommanderError(1, 'commander.invalidArgument', `error: ${text}`);
  expect(describeUsageError(error, new Command('set')).message).toBe(shown);
});

it('an address with @ and no password is shown', () => {
  expect(messageOf('rep@acme', 'It must be an address, such as rep@example.com.')).toContain("'rep@acme' is invalid");
});
