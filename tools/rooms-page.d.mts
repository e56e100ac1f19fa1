export function roomsPage(): string;
