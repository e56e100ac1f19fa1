import './mantine.css';
