// What stops an installation: named, and said with what can be done about it.

export class Trouble extends Error {
  name = 'Trouble';

  /**
   * @param {string} what
   * @param {string} remedy
   */
  constructor(what, remedy) {
    super(what);
    this.remedy = remedy;
  }
}
