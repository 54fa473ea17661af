import { readFileSync } from 'node:fs';
export const cpuMs=():number=>Number(readFileSync('/proc/self/task/'+process.pid+'/schedstat','utf8').split(' ')[0])/1e6;
