export function LandingPage() {
  return <main id="main">x</main>;
}
