import { describe, expect, test } from '@jest/globals';
import { twoFer } from './two-fer';

describe('twoFer', () => {
  test('without a name', () => {
    expect(twoFer()).toBe('One for you, one for me.');
  });

  test('with a name', () => {
    expect(twoFer('Ada')).toBe('One for Ada, one for me.');
  });
});
