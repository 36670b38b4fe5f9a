import { keepHeapSmall } from '../memory';
import { run } from './run';

keepHeapSmall();
void run(process.argv.slice(2)).then((code) => (process.exitCode = code));
