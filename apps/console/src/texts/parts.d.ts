// Made by vite.config.ts of the files without the query.
declare module '*.json?first';
declare module '*.json?rest';
