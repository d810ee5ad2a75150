export { createContractFiles } from './contract-files.ts';
export { keepContracts } from './kept-files.ts';
