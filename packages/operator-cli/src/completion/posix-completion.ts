import type { CommandWords } from './completion-words.ts';

/** The differences between bash and zsh. */
interface Dialect {
  /** The words before the cursor, without the name of the program. */
  wordsBefore: string;
  previousWord: string;
  offer: (words: readonly string[]) => string;
  offerFiles: string;
  head: string;
  tail: string;
}

const bash: Dialect = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell
  wordsBefore: '"${COMP_WORDS[@]:1:COMP_CWORD-1}"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell
  previousWord: '"${COMP_WORDS[COMP_CWORD-1]}"',
  offer: (words) => `COMPREPLY=($(compgen -W ${quote(words.join(' '))} -- "\${COMP_WORDS[COMP_CWORD]}"))`,
  // Without a reply bash completes names of files.
  offerFiles: 'COMPREPLY=()',
  head: '# Completion of callside for bash: source <(callside completion bash)',
  tail: 'complete -o default -F _callside callside',
};

const zsh: Dialect = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell
  wordsBefore: '"${(@)words[2,CURRENT-1]}"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell
  previousWord: '"${words[CURRENT-1]}"',
  offer: (words) => `compadd -- ${words.map(quote).join(' ')}`,
  offerFiles: '_files',
  head: '#compdef callside\n# Completion of callside for zsh: source <(callside completion zsh)',
  tail: 'compdef _callside callside',
};

export function completeInBash(commands: readonly CommandWords[]): string {
  return script(commands, bash);
}

export function completeInZsh(commands: readonly CommandWords[]): string {
  return script(commands, zsh);
}

function script(commands: readonly CommandWords[], dialect: Dialect): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  return `${dialect.head}
_callside() {
  local at="" word previous=${dialect.previousWord}
  for word in ${dialect.wordsBefore}; do
    case "\${at:+$at }$word" in
      ${paths.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at $previous" in
${commands.flatMap((command) => valueCases(command, dialect)).join('\n')}
  esac
  case "$at" in
${commands.map((command) => commandCase(command, dialect)).join('\n')}
  esac
}
${dialect.tail}
`;
}

function valueCases({ path, options }: CommandWords, { offer, offerFiles }: Dialect): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags, choices }) => {
      const patterns = flags.map((flag) => quote(`${path} ${flag}`)).join('|');
      return `    ${patterns}) ${choices.length > 0 ? offer(choices) : offerFiles}; return ;;`;
    });
}

function commandCase({ path, children, options, takesFiles }: CommandWords, { offer, offerFiles }: Dialect): string {
  const flags = options.flatMap((option) => option.flags);
  const words = [...children.map(({ name }) => name), ...flags];
  const files = takesFiles && offerFiles !== bash.offerFiles ? `; ${offerFiles}` : '';
  return `    ${quote(path)}) ${offer(words)}${files} ;;`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
