// Runs before each file of tests.
import { afterAll } from 'vitest';
import { closeAtEndOfFile } from './close-at-end.ts';

afterAll(closeAtEndOfFile);
