export function PublisherPage() {
  return null;
}
