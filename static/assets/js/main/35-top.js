/* The link back to the top is below every page; on a long one it also comes into view when the reader scrolls up. */
{
  const link = document.querySelector(".to-top");
  let last = scrollY;

  addEventListener("scroll", () => {
    if (Math.abs(scrollY - last) < 4) return;
    link?.classList.toggle("to-top--near", scrollY < last && scrollY > 1.5 * innerHeight);
    last = scrollY;
  });
}
