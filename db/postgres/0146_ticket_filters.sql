-- What tickets are filtered and counted by: values of a filter are read from its index, several filters are put together.
CREATE INDEX ticket_status ON ticket (package_name, status);
CREATE INDEX ticket_priority ON ticket (package_name, priority);
CREATE INDEX ticket_category ON ticket (package_name, category);
CREATE INDEX ticket_channel ON ticket (package_name, channel);
CREATE INDEX ticket_country ON ticket (package_name, country);
CREATE INDEX ticket_brand ON ticket (package_name, brand);
CREATE INDEX ticket_publisher ON ticket (package_name, publisher);
