export const blindTexts = {
  start: {
    title: "Blind replay",
    text: "The server draws a pair, a day since 1999 and a direction, and hides all three. You see them when you end the replay.",
    more: "A replay has twelve weeks of history and runs for up to eight weeks. The price starts at 1.00000, and in half of the replays a rise is shown as a fall.",
    begin: "Start blind",
    beginning: "Starting...",
  },
  hidden: {
    title: "Hidden facts",
    waiting:
      "You ended this replay. Its pair and day stay hidden until its other branches have ended.",
    commitment: "Commitment (SHA-256)",
    promise:
      "The hidden facts were fixed before you started. This browser keeps their SHA-256 and checks it at the end.",
  },
  revealed: {
    title: "Revealed",
    pair: "Instrument",
    start: "Real start (UTC)",
    end: "Real end (UTC)",
    direction: "Direction",
    mirrored: "Mirrored: a rise of the pair was shown as a fall",
    straight: "As it was",
    scale: "Price shown as 1.00000",
    result: "Your result",
    check: "Check",
    secret: "Text of the commitment",
    checks: {
      kept: "OK. The text has the SHA-256 that this browser saw at the start.",
      matches: "OK. The text has this SHA-256. This browser did not see the start.",
      changed: "Failed. At the start, the server showed another SHA-256.",
      forged: "Failed. The text does not have this SHA-256.",
      differs: "Failed. The text does not name the facts shown here.",
    },
    open: "Open this day as an ordinary replay",
    opening: "Starting...",
  },
} as const;
