export { createContractFiles, createContracts } from './contract-files.ts';
