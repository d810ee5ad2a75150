const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

// Settings of commit-and-tag-version, which `npm run release` starts: it collects the changes from the commits since the last tag.

const packages = execFileSync('git', ['ls-files', 'package.json', '**/package.json'], {
  cwd: __dirname,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

const changelog = readFileSync(join(__dirname, 'CHANGELOG.md'), 'utf8');

/** `scripts/release-files.mjs` finds the notes of a version by this form. */
const headerPartial = '## {{version}} ({{date}})\n';

/** What an operator must do comes first: the `BREAKING CHANGE:` footers of the commits. */
const mainTemplate = `{{> header}}

{{#if noteGroups}}
**Action required:**

{{#each noteGroups}}
{{#each notes}}
- {{text}}
{{/each}}
{{/each}}
{{else}}
**Action required:** none.
{{/if}}

{{#each commitGroups}}
### {{title}}

{{#each commits}}
{{> commit root=@root}}
{{/each}}

{{/each}}
`;

module.exports = {
  header: changelog.slice(0, changelog.indexOf('\n## ')),
  bumpFiles: packages,
  types: [
    { type: 'feat', section: 'Added' },
    { type: 'fix', section: 'Fixed' },
    { type: 'perf', section: 'Faster' },
  ],
  writerOpts: { headerPartial, mainTemplate },
};
