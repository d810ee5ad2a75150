export { createContractFiles } from './contract-files.ts';
