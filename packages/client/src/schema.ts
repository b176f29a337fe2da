// Made of the document at /doc by "npm run client:types"; not to be edited.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/doc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDocumentation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}/translations/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteEventTranslation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEvent"];
        put?: never;
        post: operations["updateEvent"];
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEventBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/by-external-id/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEventByExternalId"];
        put: operations["putEventByExternalId"];
        post?: never;
        delete: operations["deleteEventByExternalId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVenues"];
        put?: never;
        post: operations["createVenue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/{id}/translations/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteVenueTranslation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVenue"];
        put?: never;
        post: operations["updateVenue"];
        delete: operations["deleteVenue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVenueBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/by-external-id/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVenueByExternalId"];
        put: operations["putVenueByExternalId"];
        post?: never;
        delete: operations["deleteVenueByExternalId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizers"];
        put?: never;
        post: operations["createOrganizer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/{id}/translations/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteOrganizerTranslation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganizer"];
        put?: never;
        post: operations["updateOrganizer"];
        delete: operations["deleteOrganizer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/by-slug/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganizerBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/by-external-id/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganizerByExternalId"];
        put: operations["putOrganizerByExternalId"];
        post?: never;
        delete: operations["deleteOrganizerByExternalId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCategories"];
        put?: never;
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCategory"];
        put?: never;
        post: operations["updateCategory"];
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/by-external-id/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCategoryByExternalId"];
        put: operations["putCategoryByExternalId"];
        post?: never;
        delete: operations["deleteCategoryByExternalId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}/translations/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteCategoryTranslation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTags"];
        put?: never;
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTag"];
        put?: never;
        post: operations["updateTag"];
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/by-external-id/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTagByExternalId"];
        put: operations["putTagByExternalId"];
        post?: never;
        delete: operations["deleteTagByExternalId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}/translations/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteTagTranslation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMedia"];
        put?: never;
        post: operations["createMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMedia"];
        put?: never;
        post: operations["updateMedia"];
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}/translations/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteMediaTranslation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventsAsICalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events.jsonld": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventsAsJsonLd"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventsAsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events.rss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventsAsRss"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventsAsAtom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events.feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventsAsJsonFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{record}.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEventAsICalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSitemapIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap-events.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSitemapOfEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["runBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Batch: {
            responses: {
                status: number;
                headers: {
                    [key: string]: string;
                };
                /** @description What the request alone would have been answered */
                body: unknown;
            }[];
        };
        Category: {
            id: number;
            /** @description Plain text */
            name: string;
            /** @description Name in addresses */
            slug: string;
            /** @description HTML; empty where there is none */
            description: string;
            /** @constant */
            taxonomy: "event_category";
            /** @description Id of the parent; 0 at the top */
            parent: number;
            /** @description Published events that have the term */
            count: number;
            /**
             * Format: uri
             * @description Public page
             */
            url: string;
            /**
             * @description The record's id in another program
             * @example tickets.example?id=4711
             */
            external_id?: string;
            /**
             * @description Language of the title or name shown
             * @enum {string}
             */
            language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            /** @description Languages that there are texts in */
            translations: ("bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es")[];
            urls: {
                /**
                 * Format: uri
                 * @description The term in this interface
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The list of all terms
                 */
                collection: string;
                /**
                 * Format: uri
                 * @description The parent, where there is one
                 */
                up?: string;
            };
        };
        /**
         * @example {
         *       "name": "Concerts",
         *       "description": "Music of all kinds"
         *     }
         */
        CategoryCreate: {
            /** @description Name */
            name: string;
            /** @description Description, as HTML */
            description?: string | null;
            /** @description Slug; made from the name where none is sent */
            slug?: string | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /** @description Id of the parent category; 0 is the top */
            parent?: number | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        CategoryList: {
            categories: components["schemas"]["Category"][];
            /**
             * Format: uri
             * @description This page, with every filter
             */
            rest_url: string;
            /**
             * Format: uri
             * @description The next page, where there is one
             */
            next_rest_url?: string;
            /**
             * Format: uri
             * @description The previous page, where there is one
             */
            previous_rest_url?: string;
            /** @description Continues the list with the same filters; left out at its end */
            next_cursor?: string;
            /** @description Records on all pages together */
            total: number;
            total_pages: number;
        };
        /**
         * @example {
         *       "description": "Music, live"
         *     }
         */
        CategoryUpdate: {
            /** @description Name */
            name?: string | null;
            /** @description Description, as HTML */
            description?: string | null;
            /** @description Slug; made from the name where none is sent */
            slug?: string | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /** @description Id of the parent category; 0 is the top */
            parent?: number | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        Change: {
            /** @enum {string} */
            type: "event" | "venue" | "organizer" | "category" | "tag";
            id: number;
            /**
             * @description The record's id in another program
             * @example tickets.example?id=4711
             */
            external_id?: string;
            /**
             * @description What became of the record for this caller: `removed` may also mean trashed or made private
             * @enum {string}
             */
            change: "created" | "updated" | "removed";
            /**
             * @description Time of the change, in UTC
             * @example 2027-05-10 14:30:00
             */
            modified_utc: string;
        };
        Changes: {
            changes: components["schemas"]["Change"][];
            /** @description Continues from here, as `since` */
            next_token: string;
            /** @description There are further changes already; a page may have fewer than `per_page` all the same */
            has_more: boolean;
        };
        CostDetails: {
            /** @description Empty where the cost has none */
            currency_symbol: string;
            /** @description Always empty */
            currency_code: string;
            /** @enum {string} */
            currency_position: "prefix" | "postfix" | "";
            /** @description The prices, ascending */
            values: string[];
        };
        /** @description A date and time in parts */
        DateDetails: {
            year: string;
            month: string;
            day: string;
            hour: string;
            minutes: string;
            seconds: string;
        };
        DeletedEvent: {
            /** @constant */
            deleted: true;
            previous: components["schemas"]["Event"];
        };
        DeletedOrganizer: {
            /** @constant */
            deleted: true;
            previous: components["schemas"]["Organizer"];
        };
        DeletedVenue: {
            /** @constant */
            deleted: true;
            previous: components["schemas"]["Venue"];
        };
        /** @description The body of every reply with a status of 400 or more */
        Error: {
            /** @description Tells programs what went wrong */
            code: string;
            /** @description Tells people what went wrong, in the language of the request */
            message: string;
            data: {
                /** @description The HTTP status */
                status: number;
                /** @description Names the request in the server's log */
                request_id: string;
                /** @description The names of missing parameters, or what is wrong with each parameter */
                params?: string[] | {
                    [key: string]: string;
                };
                /** @description Parameters of the wrong type, by name; an empty list where there are none */
                details?: unknown[] | {
                    [key: string]: {
                        /** @constant */
                        code: "rest_invalid_type";
                        message: string;
                        data: {
                            param: string;
                        };
                    };
                };
                /** @description With `rest_invalid_json` */
                json_error_code?: number;
                /** @description With `rest_invalid_json`: what is wrong and where */
                json_error_message?: string;
                /** @description With `rest_precondition_failed`: the current ETag of the record */
                etag?: string;
                /** @description With `term_exists`: the term that exists */
                term_id?: number;
                /** @description With `external-id-exists`: the record that has it, to those who may read it */
                id?: number;
                /** @description With `rest-media-in-use`: records that show the image, as far as the caller may read them */
                records?: {
                    /** @enum {string} */
                    type: "event" | "venue" | "organizer";
                    id: number;
                }[];
                /** @description With `batch-failed`: the reply to each request, an error of its own to the one that failed */
                responses?: {
                    status: number;
                    headers: {
                        [key: string]: string;
                    };
                    /** @description What the request alone would have been answered */
                    body: unknown;
                }[];
            };
        };
        Event: {
            /** @description Events, venues, organizers and images share one space of ids */
            id: number;
            /**
             * @description Tells the record apart from those of other sites
             * @example example.org?id=665
             */
            global_id: string;
            /** @description The global id, then those of the records that it was made from */
            global_id_lineage: string[];
            /** @description Id of the author */
            author: number;
            /**
             * @description Publication status; `future` is published when its date comes
             * @enum {string}
             */
            status: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /**
             * @description Publication, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            date: string;
            /**
             * @description Publication, in UTC
             * @example 2027-05-10 14:30:00
             */
            date_utc: string;
            /**
             * @description Last change, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            modified: string;
            /**
             * @description Last change, in UTC
             * @example 2027-05-10 14:30:00
             */
            modified_utc: string;
            /**
             * Format: uri
             * @description Public page
             */
            url: string;
            /**
             * Format: uri
             * @description The record in this interface
             */
            rest_url: string;
            /** @description Plain text */
            title: string;
            /** @description HTML; empty where there is none */
            description: string;
            /** @description HTML; empty where there is none */
            excerpt: string;
            /** @description Name in addresses */
            slug: string;
            /** @description `false` where there is none */
            image: components["schemas"]["Image"] | false;
            /** @description The event lasts all day */
            all_day: boolean;
            /**
             * @description Start, in the event's time zone
             * @example 2027-05-10 14:30:00
             */
            start_date: string;
            start_date_details: components["schemas"]["DateDetails"];
            /**
             * @description End, in the event's time zone
             * @example 2027-05-10 14:30:00
             */
            end_date: string;
            end_date_details: components["schemas"]["DateDetails"];
            /**
             * @description Start, in UTC
             * @example 2027-05-10 14:30:00
             */
            utc_start_date: string;
            utc_start_date_details: components["schemas"]["DateDetails"];
            /**
             * @description End, in UTC
             * @example 2027-05-10 14:30:00
             */
            utc_end_date: string;
            utc_end_date_details: components["schemas"]["DateDetails"];
            /**
             * @description IANA name, `UTC` or fixed offset
             * @example Europe/Paris
             * @example UTC+5:30
             */
            timezone: string;
            /** @description Short name of the time zone at the start */
            timezone_abbr: string;
            /** @description As it is shown to people */
            cost: string;
            cost_details: components["schemas"]["CostDetails"];
            /** @description As written; empty where there is none */
            website: string;
            /** @description A map is shown */
            show_map: boolean;
            /** @description A link to a map is shown */
            show_map_link: boolean;
            /** @description The event is in no list */
            hide_from_listings: boolean;
            /** @description Pinned in the calendar view */
            sticky: boolean;
            /** @description Featured on the site */
            featured: boolean;
            categories: components["schemas"]["Category"][];
            tags: components["schemas"]["Tag"][];
            /** @description One venue; a list of several; an empty list of none */
            venue: components["schemas"]["Venue"] | components["schemas"]["Venue"][];
            /** @description In the order given */
            organizer: components["schemas"]["Organizer"][];
            custom_fields: unknown[];
            /** @description Offers, in the order given */
            tickets: components["schemas"]["Ticket"][];
            /** @description There are tickets */
            ticketed: boolean;
            /** @description The event that this is a sub-event of; 0 for none */
            post_parent: number;
            /**
             * @description The record's id in another program
             * @example tickets.example?id=4711
             */
            external_id?: string;
            /**
             * @description Language of the title or name shown
             * @enum {string}
             */
            language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            /** @description Languages that there are texts in */
            translations: ("bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es")[];
            /** @description Kilometres from the point asked for */
            distance?: number;
            /** @description schema.org data, on single reads only */
            json_ld?: components["schemas"]["EventJsonLd"];
        };
        /**
         * @example {
         *       "title": "Rehearsal",
         *       "start_date": "2027-05-10 18:00:00",
         *       "end_date": "2027-05-10 20:00:00",
         *       "status": "draft"
         *     }
         * @example {
         *       "title": "Summer concert",
         *       "description": "Doors open at seven.\n\nBring a blanket.",
         *       "start_date": "2027-06-19 19:30:00",
         *       "end_date": "2027-06-19 22:00:00",
         *       "timezone": "Europe/London",
         *       "cost": "£12 - £20",
         *       "featured": true,
         *       "categories": [
         *         "Concerts"
         *       ],
         *       "tags": [
         *         "open air",
         *         "family"
         *       ],
         *       "venue": {
         *         "venue": "Castle Park",
         *         "city": "Bristol",
         *         "country": "United Kingdom"
         *       },
         *       "organizer": [
         *         {
         *           "organizer": "Bristol Music Society"
         *         }
         *       ]
         *     }
         */
        EventCreate: {
            /** @description Title, plain text */
            title: string;
            /**
             * @description Start, in the event's time zone unless it carries an offset
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            start_date: string | number;
            /**
             * @description End, in the event's time zone unless it carries an offset
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            end_date: string | number;
            /** @description Id of the author; another than oneself only for editors */
            author?: number | null;
            /**
             * @description Publication date in the site's time zone; in the future it schedules the record
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date?: string | number | null;
            /**
             * @description Publication date in UTC
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date_utc?: string | number | null;
            /** @description Description, as HTML or plain text with blank lines between paragraphs */
            description?: string | null;
            /** @description Slug; made from the title where none is sent */
            slug?: string | null;
            /**
             * @description Publication status; where none is sent, a new record is `publish`, or `draft` for those who may not publish. They hand in `publish` as `pending`
             * @enum {string|null}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash" | null;
            /**
             * Format: uri
             * @description Address of a web page
             */
            website?: string | null;
            /** @description Id of an image, or its address */
            image?: string | number | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /** @description Excerpt, as HTML or plain text */
            excerpt?: string | null;
            /**
             * @description Time zone; the site's where none is sent
             * @example Europe/Paris
             * @example UTC+5:30
             */
            timezone?: string | null;
            /**
             * @description The event lasts all day: its first day from 00:00:00, its last until 23:59:59
             * @default false
             */
            all_day?: boolean | null;
            /**
             * @description Cost, as text, number or a list of prices
             * @example £12 - £20
             * @example 15
             * @example [
             *       5,
             *       12.5
             *     ]
             */
            cost?: string | number | (string | number)[] | null;
            /**
             * @description Show a map
             * @default false
             */
            show_map?: boolean | null;
            /**
             * @description Show a link to a map
             * @default false
             */
            show_map_link?: boolean | null;
            /**
             * @description Keep the event out of all lists
             * @default false
             */
            hide_from_listings?: boolean | null;
            /**
             * @description Pin in the calendar view
             * @default false
             */
            sticky?: boolean | null;
            /**
             * @description Feature on the site
             * @default false
             */
            featured?: boolean | null;
            /** @description Ids, names or slugs of categories; new names are created */
            categories?: (number | string)[] | string | number | {
                [key: string]: number | string;
            } | null;
            /** @description Ids, names or slugs of tags; new names are created */
            tags?: (number | string)[] | string | number | {
                [key: string]: number | string;
            } | null;
            /** @description Ids of venues, or the data of new ones */
            venue?: (number | string) | {
                [key: string]: unknown;
            } | ((number | string) | {
                [key: string]: unknown;
            })[] | null;
            /** @description Ids of organizers, or the data of new ones */
            organizer?: (number | string) | {
                [key: string]: unknown;
            } | ((number | string) | {
                [key: string]: unknown;
            })[] | null;
            /** @description Password that readers need */
            password?: string | null;
            /** @description Offers: name, url, price, currency, available_from, available_until, sold_out */
            tickets?: {
                name: string;
                /** Format: uri */
                url?: string;
                price?: number | string | null;
                /** @description ISO 4217 */
                currency?: string;
                /** Format: date-time */
                available_from?: string | null;
                /** Format: date-time */
                available_until?: string | null;
                /** @default false */
                sold_out?: boolean;
            }[] | {
                name: string;
                /** Format: uri */
                url?: string;
                price?: number | string | null;
                /** @description ISO 4217 */
                currency?: string;
                /** Format: date-time */
                available_from?: string | null;
                /** Format: date-time */
                available_until?: string | null;
                /** @default false */
                sold_out?: boolean;
            } | null;
            /** @description Id of the event that this is a sub-event of; 0 is none */
            post_parent?: number | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        EventJsonLd: {
            /** @constant */
            "@context": "https://schema.org";
            /** @constant */
            "@type": "Event";
            name: string;
            description: string;
            image?: string;
            url: string;
            /** @constant */
            eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode";
            /** @constant */
            eventStatus: "https://schema.org/EventScheduled";
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            location?: components["schemas"]["PlaceJsonLd"] | components["schemas"]["PlaceJsonLd"][];
            organizer?: components["schemas"]["OrganizationJsonLd"] | components["schemas"]["OrganizationJsonLd"][];
            /** @description Of the tickets, where there are any; else of the cost */
            offers?: {
                /** @constant */
                "@type": "Offer";
                price: string;
                /** @description ISO 4217 */
                priceCurrency?: string;
                url: string;
                /** @constant */
                availability: "https://schema.org/InStock";
                /** Format: date-time */
                validFrom: string;
            } | {
                /** @constant */
                "@type": "AggregateOffer";
                lowPrice: string;
                highPrice: string;
                /** @description ISO 4217 */
                priceCurrency?: string;
                url: string;
                /** @constant */
                availability: "https://schema.org/InStock";
                /** Format: date-time */
                validFrom: string;
            } | components["schemas"]["TicketOffer"] | components["schemas"]["TicketOffer"][];
        };
        EventList: {
            events: (components["schemas"]["Event"] | components["schemas"]["ProtectedEvent"])[];
            /**
             * Format: uri
             * @description This page, with every filter
             */
            rest_url: string;
            /**
             * Format: uri
             * @description The next page, where there is one
             */
            next_rest_url?: string;
            /**
             * Format: uri
             * @description The previous page, where there is one
             */
            previous_rest_url?: string;
            /** @description Continues the list with the same filters; left out at its end */
            next_cursor?: string;
            /** @description Records on all pages together */
            total: number;
            total_pages: number;
        };
        /**
         * @example {
         *       "start_date": "2027-06-19 20:00:00",
         *       "tags": [],
         *       "website": null
         *     }
         * @example {
         *       "status": "private"
         *     }
         */
        EventUpdate: {
            /** @description Title, plain text */
            title?: string | null;
            /**
             * @description Start, in the event's time zone unless it carries an offset
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            start_date?: string | number;
            /**
             * @description End, in the event's time zone unless it carries an offset
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            end_date?: string | number;
            /** @description Id of the author; another than oneself only for editors */
            author?: number | null;
            /**
             * @description Publication date in the site's time zone; in the future it schedules the record
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date?: string | number | null;
            /**
             * @description Publication date in UTC
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date_utc?: string | number | null;
            /** @description Description, as HTML or plain text with blank lines between paragraphs */
            description?: string | null;
            /** @description Slug; made from the title where none is sent */
            slug?: string | null;
            /**
             * @description Publication status; where none is sent, a new record is `publish`, or `draft` for those who may not publish. They hand in `publish` as `pending`
             * @enum {string|null}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash" | null;
            /**
             * Format: uri
             * @description Address of a web page
             */
            website?: string | null;
            /** @description Id of an image, or its address */
            image?: string | number | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /** @description Excerpt, as HTML or plain text */
            excerpt?: string | null;
            /**
             * @description Time zone; the site's where none is sent
             * @example Europe/Paris
             * @example UTC+5:30
             */
            timezone?: string | null;
            /** @description The event lasts all day: its first day from 00:00:00, its last until 23:59:59 */
            all_day?: boolean | null;
            /**
             * @description Cost, as text, number or a list of prices
             * @example £12 - £20
             * @example 15
             * @example [
             *       5,
             *       12.5
             *     ]
             */
            cost?: string | number | (string | number)[] | null;
            /** @description Show a map */
            show_map?: boolean | null;
            /** @description Show a link to a map */
            show_map_link?: boolean | null;
            /** @description Keep the event out of all lists */
            hide_from_listings?: boolean | null;
            /** @description Pin in the calendar view */
            sticky?: boolean | null;
            /** @description Feature on the site */
            featured?: boolean | null;
            /** @description Ids, names or slugs of categories; new names are created */
            categories?: (number | string)[] | string | number | {
                [key: string]: number | string;
            } | null;
            /** @description Ids, names or slugs of tags; new names are created */
            tags?: (number | string)[] | string | number | {
                [key: string]: number | string;
            } | null;
            /** @description Ids of venues, or the data of new ones */
            venue?: (number | string) | {
                [key: string]: unknown;
            } | ((number | string) | {
                [key: string]: unknown;
            })[] | null;
            /** @description Ids of organizers, or the data of new ones */
            organizer?: (number | string) | {
                [key: string]: unknown;
            } | ((number | string) | {
                [key: string]: unknown;
            })[] | null;
            /** @description Password that readers need */
            password?: string | null;
            /** @description Offers: name, url, price, currency, available_from, available_until, sold_out */
            tickets?: {
                name: string;
                /** Format: uri */
                url?: string;
                price?: number | string | null;
                /** @description ISO 4217 */
                currency?: string;
                /** Format: date-time */
                available_from?: string | null;
                /** Format: date-time */
                available_until?: string | null;
                /** @default false */
                sold_out?: boolean;
            }[] | {
                name: string;
                /** Format: uri */
                url?: string;
                price?: number | string | null;
                /** @description ISO 4217 */
                currency?: string;
                /** Format: date-time */
                available_from?: string | null;
                /** Format: date-time */
                available_until?: string | null;
                /** @default false */
                sold_out?: boolean;
            } | null;
            /** @description Id of the event that this is a sub-event of; 0 is none */
            post_parent?: number | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        Image: {
            width?: number;
            height?: number;
            /** @description In bytes */
            filesize?: number;
            /**
             * Format: uri
             * @description Address of the file
             */
            url: string;
            id: number;
            extension: string;
            /** @description Smaller renditions, by name */
            sizes?: {
                [key: string]: components["schemas"]["ImageSize"];
            };
        };
        ImageSize: {
            width: number;
            height: number;
            /** @description In bytes */
            filesize: number;
            /**
             * Format: uri
             * @description Address of the file
             */
            url: string;
            "mime-type": string;
        };
        Media: {
            /** @description Events, venues, organizers and images share one space of ids */
            id: number;
            /** @description Id of the author */
            author: number;
            /**
             * @description Publication, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            date: string;
            /**
             * @description Publication, in UTC
             * @example 2027-05-10 14:30:00
             */
            date_utc: string;
            /**
             * @description Last change, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            modified: string;
            /**
             * @description Last change, in UTC
             * @example 2027-05-10 14:30:00
             */
            modified_utc: string;
            /** @description Plain text */
            title: string;
            /** @description What the image shows; empty where nobody has said it */
            alt_text: string;
            /**
             * Format: uri
             * @description Address of the file
             */
            url: string;
            extension: string;
            /** @enum {string} */
            mime_type: "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/gif";
            width: number;
            height: number;
            /** @description In bytes */
            filesize: number;
            /** @description Smaller renditions, by name */
            sizes?: {
                [key: string]: components["schemas"]["ImageSize"];
            };
            /**
             * @description Language of the title or name shown
             * @enum {string}
             */
            language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            /** @description Languages that there are texts in */
            translations: ("bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es")[];
            /**
             * @description Tells the record apart from those of other sites
             * @example example.org?id=665
             */
            global_id: string;
        };
        MediaCreate: {
            /** @description The file */
            file: string;
            /** @description Title, plain text; the name of the file where none is sent */
            title?: string | null;
            /** @description What the image shows, for those who do not see it */
            alt_text?: string | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        MediaList: {
            media: components["schemas"]["Media"][];
            /**
             * Format: uri
             * @description This page, with every filter
             */
            rest_url: string;
            /**
             * Format: uri
             * @description The next page, where there is one
             */
            next_rest_url?: string;
            /**
             * Format: uri
             * @description The previous page, where there is one
             */
            previous_rest_url?: string;
            /** @description Continues the list with the same filters; left out at its end */
            next_cursor?: string;
            /** @description Records on all pages together */
            total: number;
            total_pages: number;
        };
        /**
         * @example {
         *       "alt_text": "The stage in the evening sun"
         *     }
         */
        MediaUpdate: {
            /** @description Title, plain text */
            title?: string | null;
            /** @description What the image shows, for those who do not see it */
            alt_text?: string | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        Namespace: {
            namespace: string;
            /** @description By the pattern of their path */
            routes: {
                [key: string]: components["schemas"]["RouteDescription"];
            };
            _links: {
                up: {
                    /**
                     * Format: uri
                     * @description Where the link leads
                     */
                    href: string;
                }[];
            };
        };
        OrganizationJsonLd: {
            /** @constant */
            "@type": "Organization";
            name: string;
            description?: string;
            url: string;
            telephone?: string;
            email?: string;
            sameAs?: string;
        };
        Organizer: {
            /** @description Events, venues, organizers and images share one space of ids */
            id: number;
            /** @description Id of the author */
            author?: number;
            /**
             * @description Publication status; `future` is published when its date comes
             * @enum {string}
             */
            status: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /**
             * @description Publication, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            date: string;
            /**
             * @description Publication, in UTC
             * @example 2027-05-10 14:30:00
             */
            date_utc: string;
            /**
             * @description Last change, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            modified: string;
            /**
             * @description Last change, in UTC
             * @example 2027-05-10 14:30:00
             */
            modified_utc: string;
            /**
             * Format: uri
             * @description Public page
             */
            url: string;
            /**
             * Format: uri
             * @description The record in this interface
             */
            rest_url: string;
            /** @description Name, plain text */
            organizer: string;
            /** @description HTML */
            description?: string;
            /** @description HTML */
            excerpt?: string;
            /** @description Name in addresses */
            slug?: string;
            image?: components["schemas"]["Image"];
            phone?: string;
            /** @description As written */
            website?: string;
            email?: string;
            /** @description schema.org data, on single reads only */
            json_ld?: components["schemas"]["OrganizationJsonLd"];
            /**
             * @description Language of the title or name shown
             * @enum {string}
             */
            language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            /** @description Languages that there are texts in */
            translations: ("bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es")[];
            /**
             * @description Tells the record apart from those of other sites
             * @example example.org?id=665
             */
            global_id: string;
            /** @description The global id, then those of the records that it was made from */
            global_id_lineage: string[];
            /**
             * @description The record's id in another program
             * @example tickets.example?id=4711
             */
            external_id?: string;
        };
        /**
         * @example {
         *       "organizer": "Bristol Music Society",
         *       "email": "hello@music.example"
         *     }
         */
        OrganizerCreate: {
            /** @description Name of the organizer */
            organizer: string;
            /** @description Id of the author; another than oneself only for editors */
            author?: number | null;
            /**
             * @description Publication date in the site's time zone; in the future it schedules the record
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date?: string | number | null;
            /**
             * @description Publication date in UTC
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date_utc?: string | number | null;
            /** @description Description, as HTML or plain text with blank lines between paragraphs */
            description?: string | null;
            /** @description Slug; made from the title where none is sent */
            slug?: string | null;
            /**
             * @description Publication status; where none is sent, a new record is `publish`, or `draft` for those who may not publish. They hand in `publish` as `pending`
             * @enum {string|null}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash" | null;
            /**
             * Format: uri
             * @description Address of a web page
             */
            website?: string | null;
            /** @description Id of an image, or its address */
            image?: string | number | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /** @description Telephone number */
            phone?: string | null;
            /**
             * Format: email
             * @description E-mail address
             */
            email?: string | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        OrganizerList: {
            organizers: components["schemas"]["Organizer"][];
            /**
             * Format: uri
             * @description This page, with every filter
             */
            rest_url: string;
            /**
             * Format: uri
             * @description The next page, where there is one
             */
            next_rest_url?: string;
            /**
             * Format: uri
             * @description The previous page, where there is one
             */
            previous_rest_url?: string;
            /** @description Continues the list with the same filters; left out at its end */
            next_cursor?: string;
            /** @description Records on all pages together */
            total: number;
            total_pages: number;
        };
        /**
         * @example {
         *       "phone": "+44 117 496 0001",
         *       "email": null
         *     }
         */
        OrganizerUpdate: {
            /** @description Name of the organizer */
            organizer?: string | null;
            /** @description Id of the author; another than oneself only for editors */
            author?: number | null;
            /**
             * @description Publication date in the site's time zone; in the future it schedules the record
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date?: string | number | null;
            /**
             * @description Publication date in UTC
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date_utc?: string | number | null;
            /** @description Description, as HTML or plain text with blank lines between paragraphs */
            description?: string | null;
            /** @description Slug; made from the title where none is sent */
            slug?: string | null;
            /**
             * @description Publication status; where none is sent, a new record is `publish`, or `draft` for those who may not publish. They hand in `publish` as `pending`
             * @enum {string|null}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash" | null;
            /**
             * Format: uri
             * @description Address of a web page
             */
            website?: string | null;
            /** @description Id of an image, or its address */
            image?: string | number | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /** @description Telephone number */
            phone?: string | null;
            /**
             * Format: email
             * @description E-mail address
             */
            email?: string | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        PlaceJsonLd: {
            /** @constant */
            "@type": "Place";
            name: string;
            description?: string;
            url: string;
            address: {
                /** @constant */
                "@type": "PostalAddress";
                streetAddress?: string;
                addressLocality?: string;
                addressRegion?: string;
                postalCode?: string;
                addressCountry?: string;
            };
            geo?: {
                /** @constant */
                "@type": "GeoCoordinates";
                latitude: number;
                longitude: number;
            };
            telephone?: string;
            email?: string;
            sameAs?: string;
        };
        /** @description An event with a password, in lists for those who did not give it */
        ProtectedEvent: {
            /** @description Events, venues, organizers and images share one space of ids */
            id: number;
            /**
             * @description Tells the record apart from those of other sites
             * @example example.org?id=665
             */
            global_id: string;
            /** @description The global id, then those of the records that it was made from */
            global_id_lineage: string[];
            /** @description Id of the author */
            author: number;
            /**
             * @description Publication status; `future` is published when its date comes
             * @enum {string}
             */
            status: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /**
             * @description Publication, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            date: string;
            /**
             * @description Publication, in UTC
             * @example 2027-05-10 14:30:00
             */
            date_utc: string;
            /**
             * @description Last change, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            modified: string;
            /**
             * @description Last change, in UTC
             * @example 2027-05-10 14:30:00
             */
            modified_utc: string;
            /**
             * Format: uri
             * @description Public page
             */
            url: string;
            /**
             * Format: uri
             * @description The record in this interface
             */
            rest_url: string;
            /** @description Plain text */
            title: string;
            /** @constant */
            description: "";
            /** @constant */
            excerpt: "";
            /** @description Name in addresses */
            slug: string;
            /** @constant */
            image: false;
            all_day: null;
            /**
             * @description Start, in the event's time zone
             * @example 2027-05-10 14:30:00
             */
            start_date: string;
            start_date_details: components["schemas"]["DateDetails"];
            /**
             * @description End, in the event's time zone
             * @example 2027-05-10 14:30:00
             */
            end_date: string;
            end_date_details: components["schemas"]["DateDetails"];
            /**
             * @description Start, in UTC
             * @example 2027-05-10 14:30:00
             */
            utc_start_date: string;
            utc_start_date_details: components["schemas"]["DateDetails"];
            /**
             * @description End, in UTC
             * @example 2027-05-10 14:30:00
             */
            utc_end_date: string;
            utc_end_date_details: components["schemas"]["DateDetails"];
            /**
             * @description IANA name, `UTC` or fixed offset
             * @example Europe/Paris
             * @example UTC+5:30
             */
            timezone: string;
            /** @description Short name of the time zone at the start */
            timezone_abbr: string;
            /** @constant */
            cost: "";
            cost_details: components["schemas"]["CostDetails"];
            /** @constant */
            website: "";
            show_map: null;
            show_map_link: null;
            hide_from_listings: null;
            sticky: null;
            featured: null;
            categories: unknown[];
            tags: unknown[];
            venue: unknown[];
            organizer: unknown[];
            custom_fields: unknown[];
            tickets: unknown[];
            ticketed: null;
            /** @constant */
            post_parent: 0;
            /**
             * @description The record's id in another program
             * @example tickets.example?id=4711
             */
            external_id?: string;
            /**
             * @description Language of the title or name shown
             * @enum {string}
             */
            language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            /** @description Languages that there are texts in */
            translations: ("bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es")[];
        };
        RouteDescription: {
            namespace: string;
            methods: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
            endpoints: {
                methods: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
                /** @description Parameters by name; an empty list where there are none */
                args: {
                    [key: string]: {
                        type?: string | string[];
                        description?: string;
                        default?: unknown;
                        items?: Record<string, never>;
                        required: boolean;
                    };
                } | unknown[];
            }[];
            _links?: {
                self: {
                    /**
                     * Format: uri
                     * @description Where the link leads
                     */
                    href: string;
                }[];
            };
        };
        /**
         * @example {
         *       "requests": [
         *         {
         *           "method": "POST",
         *           "path": "/venues",
         *           "body": {
         *             "venue": "Old Mill",
         *             "city": "Lyon",
         *             "country": "France"
         *           }
         *         },
         *         {
         *           "method": "POST",
         *           "path": "/events",
         *           "body": {
         *             "title": "Lantern walk",
         *             "start_date": "2027-05-10 18:00",
         *             "end_date": "2027-05-10 20:30",
         *             "venue": "{0.id}"
         *           }
         *         }
         *       ]
         *     }
         */
        SiteCreate: {
            /** @description Writes, done in this order in one transaction */
            requests: {
                /** @enum {string} */
                method: "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Below the namespace, `/events/5`, without `_method` and `dry_run`; `{0.id}` stands for a value of an earlier reply */
                path: string;
                body?: {
                    [key: string]: unknown;
                };
                headers?: {
                    [key: string]: string;
                };
            }[];
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        Tag: {
            id: number;
            /** @description Plain text */
            name: string;
            /** @description Name in addresses */
            slug: string;
            /** @description HTML; empty where there is none */
            description: string;
            /** @constant */
            taxonomy: "event_tag";
            /** @description Published events that have the term */
            count: number;
            /**
             * Format: uri
             * @description Public page
             */
            url: string;
            /**
             * @description The record's id in another program
             * @example tickets.example?id=4711
             */
            external_id?: string;
            /**
             * @description Language of the title or name shown
             * @enum {string}
             */
            language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            /** @description Languages that there are texts in */
            translations: ("bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es")[];
            urls: {
                /**
                 * Format: uri
                 * @description The term in this interface
                 */
                self: string;
                /**
                 * Format: uri
                 * @description The list of all terms
                 */
                collection: string;
            };
        };
        /**
         * @example {
         *       "name": "open air"
         *     }
         */
        TagCreate: {
            /** @description Name */
            name: string;
            /** @description Description, as HTML */
            description?: string | null;
            /** @description Slug; made from the name where none is sent */
            slug?: string | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        TagList: {
            tags: components["schemas"]["Tag"][];
            /**
             * Format: uri
             * @description This page, with every filter
             */
            rest_url: string;
            /**
             * Format: uri
             * @description The next page, where there is one
             */
            next_rest_url?: string;
            /**
             * Format: uri
             * @description The previous page, where there is one
             */
            previous_rest_url?: string;
            /** @description Continues the list with the same filters; left out at its end */
            next_cursor?: string;
            /** @description Records on all pages together */
            total: number;
            total_pages: number;
        };
        /**
         * @example {
         *       "slug": "outdoors"
         *     }
         */
        TagUpdate: {
            /** @description Name */
            name?: string | null;
            /** @description Description, as HTML */
            description?: string | null;
            /** @description Slug; made from the name where none is sent */
            slug?: string | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        Ticket: {
            /** @description Plain text */
            name: string;
            /** @description Where to buy; empty where nothing was given */
            url: string;
            price: number | null;
            /** @description ISO 4217; empty where nothing was given */
            currency: string;
            available_from: string | null;
            available_until: string | null;
            /** @description There are none left */
            sold_out: boolean;
        };
        TicketOffer: {
            /** @constant */
            "@type": "Offer";
            name: string;
            price?: string;
            /** @description ISO 4217 */
            priceCurrency?: string;
            url: string;
            /** @enum {string} */
            availability: "https://schema.org/InStock" | "https://schema.org/SoldOut";
            /** Format: date-time */
            validFrom?: string;
            /** Format: date-time */
            validThrough?: string;
        };
        Venue: {
            /** @description Events, venues, organizers and images share one space of ids */
            id: number;
            /** @description Id of the author */
            author?: number;
            /**
             * @description Publication status; `future` is published when its date comes
             * @enum {string}
             */
            status: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            /**
             * @description Publication, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            date: string;
            /**
             * @description Publication, in UTC
             * @example 2027-05-10 14:30:00
             */
            date_utc: string;
            /**
             * @description Last change, in the site's time zone
             * @example 2027-05-10 14:30:00
             */
            modified: string;
            /**
             * @description Last change, in UTC
             * @example 2027-05-10 14:30:00
             */
            modified_utc: string;
            /**
             * Format: uri
             * @description Public page
             */
            url: string;
            /**
             * Format: uri
             * @description The record in this interface
             */
            rest_url: string;
            /** @description Name, plain text */
            venue: string;
            /** @description HTML */
            description?: string;
            /** @description HTML */
            excerpt?: string;
            /** @description Name in addresses */
            slug?: string;
            image?: components["schemas"]["Image"];
            /** @description Street and number */
            address?: string;
            city?: string;
            country?: string;
            province?: string;
            state?: string;
            zip?: string;
            phone?: string;
            /** @description As written */
            website?: string;
            /** @description State or province */
            stateprovince?: string;
            geo_lat?: number;
            geo_lng?: number;
            /** @description Kilometres from the point asked for */
            distance?: number;
            /** @description schema.org data, on single reads only */
            json_ld?: components["schemas"]["PlaceJsonLd"];
            /** @description A map is shown */
            show_map: boolean;
            /** @description A link to a map is shown */
            show_map_link: boolean;
            /**
             * @description Language of the title or name shown
             * @enum {string}
             */
            language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            /** @description Languages that there are texts in */
            translations: ("bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es")[];
            /**
             * @description Tells the record apart from those of other sites
             * @example example.org?id=665
             */
            global_id: string;
            /** @description The global id, then those of the records that it was made from */
            global_id_lineage: string[];
            /**
             * @description The record's id in another program
             * @example tickets.example?id=4711
             */
            external_id?: string;
        };
        /**
         * @example {
         *       "venue": "Harbour Hall",
         *       "address": "1 Quay Street",
         *       "city": "Bristol",
         *       "zip": "BS1 4RL",
         *       "country": "United Kingdom"
         *     }
         */
        VenueCreate: {
            /** @description Name of the venue */
            venue: string;
            /** @description Id of the author; another than oneself only for editors */
            author?: number | null;
            /**
             * @description Publication date in the site's time zone; in the future it schedules the record
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date?: string | number | null;
            /**
             * @description Publication date in UTC
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date_utc?: string | number | null;
            /** @description Description, as HTML or plain text with blank lines between paragraphs */
            description?: string | null;
            /** @description Slug; made from the title where none is sent */
            slug?: string | null;
            /**
             * @description Publication status; where none is sent, a new record is `publish`, or `draft` for those who may not publish. They hand in `publish` as `pending`
             * @enum {string|null}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash" | null;
            /**
             * Format: uri
             * @description Address of a web page
             */
            website?: string | null;
            /** @description Id of an image, or its address */
            image?: string | number | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /**
             * @description Show a map
             * @default true
             */
            show_map?: boolean | null;
            /**
             * @description Show a link to a map
             * @default true
             */
            show_map_link?: boolean | null;
            /** @description Street and number */
            address?: string | null;
            /** @description City */
            city?: string | null;
            /** @description Country */
            country?: string | null;
            /** @description Province, outside the United States */
            province?: string | null;
            /** @description State, in the United States */
            state?: string | null;
            /** @description Postal code */
            zip?: string | null;
            /** @description Telephone number */
            phone?: string | null;
            /**
             * Format: double
             * @description Latitude; together with geo_lng
             */
            geo_lat?: number | null;
            /**
             * Format: double
             * @description Longitude; together with geo_lat
             */
            geo_lng?: number | null;
            /** @description State or province; made from these where it is not sent */
            stateprovince?: string | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        VenueList: {
            venues: components["schemas"]["Venue"][];
            /**
             * Format: uri
             * @description This page, with every filter
             */
            rest_url: string;
            /**
             * Format: uri
             * @description The next page, where there is one
             */
            next_rest_url?: string;
            /**
             * Format: uri
             * @description The previous page, where there is one
             */
            previous_rest_url?: string;
            /** @description Continues the list with the same filters; left out at its end */
            next_cursor?: string;
            /** @description Records on all pages together */
            total: number;
            total_pages: number;
        };
        /**
         * @example {
         *       "phone": "+44 117 496 0000",
         *       "website": "https://harbour-hall.example/"
         *     }
         */
        VenueUpdate: {
            /** @description Name of the venue */
            venue?: string | null;
            /** @description Id of the author; another than oneself only for editors */
            author?: number | null;
            /**
             * @description Publication date in the site's time zone; in the future it schedules the record
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date?: string | number | null;
            /**
             * @description Publication date in UTC
             * @example 2027-05-10 14:30:00
             * @example 2027-05-10T14:30:00+02:00
             */
            date_utc?: string | number | null;
            /** @description Description, as HTML or plain text with blank lines between paragraphs */
            description?: string | null;
            /** @description Slug; made from the title where none is sent */
            slug?: string | null;
            /**
             * @description Publication status; where none is sent, a new record is `publish`, or `draft` for those who may not publish. They hand in `publish` as `pending`
             * @enum {string|null}
             */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash" | null;
            /**
             * Format: uri
             * @description Address of a web page
             */
            website?: string | null;
            /** @description Id of an image, or its address */
            image?: string | number | null;
            /** @description The record's id in another program; no two records of a kind have the same */
            external_id?: string | null;
            /** @description Show a map */
            show_map?: boolean | null;
            /** @description Show a link to a map */
            show_map_link?: boolean | null;
            /** @description Street and number */
            address?: string | null;
            /** @description City */
            city?: string | null;
            /** @description Country */
            country?: string | null;
            /** @description Province, outside the United States */
            province?: string | null;
            /** @description State, in the United States */
            state?: string | null;
            /** @description Postal code */
            zip?: string | null;
            /** @description Telephone number */
            phone?: string | null;
            /**
             * Format: double
             * @description Latitude; together with geo_lng
             */
            geo_lat?: number | null;
            /**
             * Format: double
             * @description Longitude; together with geo_lat
             */
            geo_lng?: number | null;
            /** @description State or province; made from these where it is not sent */
            stateprovince?: string | null;
            /**
             * @description Language of the content and of messages; wins over the address's language segment
             * @enum {string|null}
             */
            i18n_language?: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es" | null;
        };
        /**
         * @description Codes of errors
         * @enum {string}
         */
        ErrorCode: "batch-failed" | "changes-token-expired" | "duplicate_term_slug" | "event-archive-page-not-found" | "event-is-in-trash" | "event-no-longer-available" | "event-not-accessible" | "event-password-protected" | "external-id-exists" | "idempotency-key-in-use" | "idempotency-key-invalid" | "idempotency-key-mismatch" | "incorrect_password" | "internal_server_error" | "invalid_email" | "invalid_token" | "invalid_username" | "media-archive-page-not-found" | "organizer-archive-page-not-found" | "organizer-is-in-trash" | "organizer-not-accessible" | "rest-category-not-found" | "rest-event-not-found" | "rest-media-in-use" | "rest-media-not-found" | "rest-organizer-not-found" | "rest-original-language" | "rest-tag-not-found" | "rest-translation-not-found" | "rest-venue-not-found" | "rest_bad_request" | "rest_forbidden" | "rest_invalid_cursor" | "rest_invalid_json" | "rest_invalid_namespace" | "rest_invalid_param" | "rest_missing_callback_param" | "rest_no_route" | "rest_precondition_failed" | "rest_request_too_large" | "rest_taxonomy_not_hierarchical" | "rest_upload_invalid" | "rest_upload_too_large" | "rest_upload_unsupported_type" | "rest_uri_too_long" | "service_unavailable" | "term_exists" | "too_many_attempts" | "too_many_requests" | "venue-archive-page-not-found" | "venue-is-in-trash" | "venue-not-accessible";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getRoot: {
        parameters: {
            query?: {
                /** @description Namespace to describe */
                namespace?: string;
                /** @description Accepted, without effect */
                context?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Namespace"];
                };
            };
        };
    };
    getDocumentation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.0";
                        info: Record<string, never>;
                        servers: Record<string, never>[];
                        paths: Record<string, never>;
                        components: Record<string, never>;
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Records per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description `next_cursor` of the page before: continues there, with the same filters; page is ignored then */
                cursor?: string;
                /** @description Events that start on that day or later; today where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                start_date?: string | number;
                /** @description Events that end on that day or earlier; two years ahead where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                end_date?: string | number;
                /** @description Events that start on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                starts_before?: string | number;
                /** @description Events that start after that day. Whole days of the site's time zone, unless strict_dates is set. */
                starts_after?: string | number;
                /** @description Events that end on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                ends_before?: string | number;
                /** @description Events that end after that day. Whole days of the site's time zone, unless strict_dates is set. */
                ends_after?: string | number;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Take the dates as exact times */
                strict_dates?: boolean;
                /** @description Words that occur in title, description or excerpt; "quoted phrases"; -without */
                search?: string;
                /** @description Events of one of these categories (ids or slugs) or of one below */
                categories?: (number | string)[];
                /** @description Events with one of these tags (ids or slugs) */
                tags?: (number | string)[];
                /** @description Events at one of these venues */
                venue?: number[];
                /** @description Events by one of these organizers */
                organizer?: number[];
                /** @description Only featured events, or only others */
                featured?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Only these events; dates do not matter then */
                include?: number[];
                /** @description Sub-events of this event */
                post_parent?: number;
                /** @description Events with tickets, or without */
                ticketed?: boolean;
                /** @description Whether the venue has coordinates */
                geoloc?: boolean;
                /** @description Latitude of a point; together with geoloc_lng */
                geoloc_lat?: number;
                /** @description Longitude of a point; together with geoloc_lat */
                geoloc_lng?: number;
                /** @description Kilometres around the point, inclusive; 25 where none is sent. Only with a point */
                geoloc_radius?: number;
                /** @description What to order by; by their start (with `include` by publication) where none is sent */
                orderby?: "start_date" | "date" | "modified" | "title" | "id" | "distance";
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description Hidden events, for those who may edit them */
                hide_from_listings?: boolean;
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new record. `null`, `""` and `[]` are as if not sent. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCreate"];
            };
        };
        responses: {
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    deleteEventTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
                /** @description Language of a translation */
                language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    deleteEvent: {
        parameters: {
            query?: {
                /** @description Delete for good instead of moving to the trash */
                force?: boolean;
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"] | components["schemas"]["DeletedEvent"];
                };
            };
        };
    };
    getEventBySlug: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path: {
                /** @description Slug of the record, in any language */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    getEventByExternalId: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    putEventByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    deleteEventByExternalId: {
        parameters: {
            query?: {
                /** @description Delete for good instead of moving to the trash */
                force?: boolean;
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"] | components["schemas"]["DeletedEvent"];
                };
            };
        };
    };
    listVenues: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Records per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description `next_cursor` of the page before: continues there, with the same filters; page is ignored then */
                cursor?: string;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Records that have all the words in their name, description or details */
                search?: string;
                /** @description Records of this event */
                event?: number;
                /** @description Password of a protected event */
                password?: string;
                /** @description Records that have events, or have none */
                has_events?: boolean;
                /** @description Records that have events yet to start */
                only_with_upcoming?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description Whether the venue has coordinates */
                geoloc?: boolean;
                /** @description Latitude of a point; together with geoloc_lng */
                geoloc_lat?: number;
                /** @description Longitude of a point; together with geoloc_lat */
                geoloc_lng?: number;
                /** @description Kilometres around the point, inclusive; 25 where none is sent. Only with a point */
                geoloc_radius?: number;
                /** @description What to order by; newest first where none is sent */
                orderby?: "date" | "modified" | "title" | "id" | "distance";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueList"];
                };
            };
        };
    };
    createVenue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new record. `null`, `""` and `[]` are as if not sent. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VenueCreate"];
            };
        };
        responses: {
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    deleteVenueTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
                /** @description Language of a translation */
                language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    getVenue: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
            };
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    updateVenue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    deleteVenue: {
        parameters: {
            query?: {
                /** @description Delete for good instead of moving to the trash */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"] | components["schemas"]["DeletedVenue"];
                };
            };
        };
    };
    getVenueBySlug: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
            };
            header?: never;
            path: {
                /** @description Slug of the record, in any language */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    getVenueByExternalId: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
            };
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    putVenueByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VenueUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    deleteVenueByExternalId: {
        parameters: {
            query?: {
                /** @description Delete for good instead of moving to the trash */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"] | components["schemas"]["DeletedVenue"];
                };
            };
        };
    };
    listOrganizers: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Records per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description `next_cursor` of the page before: continues there, with the same filters; page is ignored then */
                cursor?: string;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Records that have all the words in their name, description or details */
                search?: string;
                /** @description Records of this event */
                event?: number;
                /** @description Password of a protected event */
                password?: string;
                /** @description Records that have events, or have none */
                has_events?: boolean;
                /** @description Records that have events yet to start */
                only_with_upcoming?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description What to order by; newest first where none is sent */
                orderby?: "date" | "modified" | "title" | "id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizerList"];
                };
            };
        };
    };
    createOrganizer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new record. `null`, `""` and `[]` are as if not sent. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizerCreate"];
            };
        };
        responses: {
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
        };
    };
    deleteOrganizerTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
                /** @description Language of a translation */
                language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
        };
    };
    getOrganizer: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
            };
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
        };
    };
    updateOrganizer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
        };
    };
    deleteOrganizer: {
        parameters: {
            query?: {
                /** @description Delete for good instead of moving to the trash */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"] | components["schemas"]["DeletedOrganizer"];
                };
            };
        };
    };
    getOrganizerBySlug: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
            };
            header?: never;
            path: {
                /** @description Slug of the record, in any language */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
        };
    };
    getOrganizerByExternalId: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
            };
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
        };
    };
    putOrganizerByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizerUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
        };
    };
    deleteOrganizerByExternalId: {
        parameters: {
            query?: {
                /** @description Delete for good instead of moving to the trash */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"] | components["schemas"]["DeletedOrganizer"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Records per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description `next_cursor` of the page before: continues there, with the same filters; page is ignored then */
                cursor?: string;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Terms whose name or slug contains the text */
                search?: string;
                /** @description Ids to leave out; ignored when `include` is given */
                exclude?: number[];
                /** @description Only these ids */
                include?: number[];
                /** @description Direction */
                order?: "asc" | "desc";
                /** @description What to order by */
                orderby?: "id" | "include" | "name" | "slug" | "include_slugs" | "term_group" | "description" | "count";
                /** @description Leave out terms that no published event has */
                hide_empty?: boolean;
                /** @description Terms of this event */
                post?: number;
                /** @description Terms of this event; wins over `post` */
                event?: number;
                /** @description Password of a protected event */
                password?: string;
                /** @description The term with this slug */
                slug?: string;
                /** @description Children of this category */
                parent?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new record. `null`, `""` and `[]` are as if not sent. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CategoryCreate"];
            };
        };
        responses: {
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CategoryUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    getCategoryByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    putCategoryByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CategoryUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    deleteCategoryByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    deleteCategoryTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
                /** @description Language of a translation */
                language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Records per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description `next_cursor` of the page before: continues there, with the same filters; page is ignored then */
                cursor?: string;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Terms whose name or slug contains the text */
                search?: string;
                /** @description Ids to leave out; ignored when `include` is given */
                exclude?: number[];
                /** @description Only these ids */
                include?: number[];
                /** @description Direction */
                order?: "asc" | "desc";
                /** @description What to order by */
                orderby?: "id" | "include" | "name" | "slug" | "include_slugs" | "term_group" | "description" | "count";
                /** @description Leave out terms that no published event has */
                hide_empty?: boolean;
                /** @description Terms of this event */
                post?: number;
                /** @description Terms of this event; wins over `post` */
                event?: number;
                /** @description Password of a protected event */
                password?: string;
                /** @description The term with this slug */
                slug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new record. `null`, `""` and `[]` are as if not sent. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagCreate"];
            };
        };
        responses: {
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    getTagByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    putTagByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    deleteTagByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description External id of the record */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    deleteTagTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
                /** @description Language of a translation */
                language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    listMedia: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Records per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description `next_cursor` of the page before: continues there, with the same filters; page is ignored then */
                cursor?: string;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Images that have all the words in their title or description */
                search?: string;
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description What to order by; newest first where none is sent */
                orderby?: "date" | "modified" | "title" | "id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaList"];
                };
            };
        };
    };
    createMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
        };
    };
    updateMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        /** @description Only the fields sent change. `null`, `""` and `[]` empty a field; one that always has a value stays as it is. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MediaUpdate"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
        };
    };
    deleteMedia: {
        parameters: {
            query?: {
                /** @description Delete an image in use as well, and take it off the records that show it */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
        };
    };
    deleteMediaTranslation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record */
                id: number;
                /** @description Language of a translation */
                language: "bg" | "zh-hans" | "en" | "fr" | "de" | "ja" | "pt-br" | "es";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description `next_token` of an earlier reply, for at least 30 days; without it nothing is listed, and the token is for what changes from now on */
                since?: string;
                /** @description Changes per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description Only changes of these kinds of records */
                types?: ("event" | "venue" | "organizer" | "category" | "tag")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changes"];
                };
            };
        };
    };
    listEventsAsICalendar: {
        parameters: {
            query?: {
                /** @description Page of the events; without it and `per_page` all come at once */
                page?: number;
                /** @description Events per page */
                per_page?: number;
                /** @description Events that start on that day or later; today where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                start_date?: string | number;
                /** @description Events that end on that day or earlier; two years ahead where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                end_date?: string | number;
                /** @description Events that start on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                starts_before?: string | number;
                /** @description Events that start after that day. Whole days of the site's time zone, unless strict_dates is set. */
                starts_after?: string | number;
                /** @description Events that end on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                ends_before?: string | number;
                /** @description Events that end after that day. Whole days of the site's time zone, unless strict_dates is set. */
                ends_after?: string | number;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Take the dates as exact times */
                strict_dates?: boolean;
                /** @description Words that occur in title, description or excerpt; "quoted phrases"; -without */
                search?: string;
                /** @description Events of one of these categories (ids or slugs) or of one below */
                categories?: (number | string)[];
                /** @description Events with one of these tags (ids or slugs) */
                tags?: (number | string)[];
                /** @description Events at one of these venues */
                venue?: number[];
                /** @description Events by one of these organizers */
                organizer?: number[];
                /** @description Only featured events, or only others */
                featured?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Only these events; dates do not matter then */
                include?: number[];
                /** @description Sub-events of this event */
                post_parent?: number;
                /** @description Events with tickets, or without */
                ticketed?: boolean;
                /** @description Whether the venue has coordinates */
                geoloc?: boolean;
                /** @description Latitude of a point; together with geoloc_lng */
                geoloc_lat?: number;
                /** @description Longitude of a point; together with geoloc_lat */
                geoloc_lng?: number;
                /** @description Kilometres around the point, inclusive; 25 where none is sent. Only with a point */
                geoloc_radius?: number;
                /** @description What to order by; by their start (with `include` by publication) where none is sent */
                orderby?: "start_date" | "date" | "modified" | "title" | "id" | "distance";
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description Hidden events, for those who may edit them */
                hide_from_listings?: boolean;
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    listEventsAsJsonLd: {
        parameters: {
            query?: {
                /** @description Page of the events; without it and `per_page` all come at once */
                page?: number;
                /** @description Events per page */
                per_page?: number;
                /** @description Events that start on that day or later; today where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                start_date?: string | number;
                /** @description Events that end on that day or earlier; two years ahead where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                end_date?: string | number;
                /** @description Events that start on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                starts_before?: string | number;
                /** @description Events that start after that day. Whole days of the site's time zone, unless strict_dates is set. */
                starts_after?: string | number;
                /** @description Events that end on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                ends_before?: string | number;
                /** @description Events that end after that day. Whole days of the site's time zone, unless strict_dates is set. */
                ends_after?: string | number;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Take the dates as exact times */
                strict_dates?: boolean;
                /** @description Words that occur in title, description or excerpt; "quoted phrases"; -without */
                search?: string;
                /** @description Events of one of these categories (ids or slugs) or of one below */
                categories?: (number | string)[];
                /** @description Events with one of these tags (ids or slugs) */
                tags?: (number | string)[];
                /** @description Events at one of these venues */
                venue?: number[];
                /** @description Events by one of these organizers */
                organizer?: number[];
                /** @description Only featured events, or only others */
                featured?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Only these events; dates do not matter then */
                include?: number[];
                /** @description Sub-events of this event */
                post_parent?: number;
                /** @description Events with tickets, or without */
                ticketed?: boolean;
                /** @description Whether the venue has coordinates */
                geoloc?: boolean;
                /** @description Latitude of a point; together with geoloc_lng */
                geoloc_lat?: number;
                /** @description Longitude of a point; together with geoloc_lat */
                geoloc_lng?: number;
                /** @description Kilometres around the point, inclusive; 25 where none is sent. Only with a point */
                geoloc_radius?: number;
                /** @description What to order by; by their start (with `include` by publication) where none is sent */
                orderby?: "start_date" | "date" | "modified" | "title" | "id" | "distance";
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description Hidden events, for those who may edit them */
                hide_from_listings?: boolean;
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    listEventsAsCsv: {
        parameters: {
            query?: {
                /** @description Page of the events; without it and `per_page` all come at once */
                page?: number;
                /** @description Events per page */
                per_page?: number;
                /** @description Events that start on that day or later; today where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                start_date?: string | number;
                /** @description Events that end on that day or earlier; two years ahead where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                end_date?: string | number;
                /** @description Events that start on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                starts_before?: string | number;
                /** @description Events that start after that day. Whole days of the site's time zone, unless strict_dates is set. */
                starts_after?: string | number;
                /** @description Events that end on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                ends_before?: string | number;
                /** @description Events that end after that day. Whole days of the site's time zone, unless strict_dates is set. */
                ends_after?: string | number;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Take the dates as exact times */
                strict_dates?: boolean;
                /** @description Words that occur in title, description or excerpt; "quoted phrases"; -without */
                search?: string;
                /** @description Events of one of these categories (ids or slugs) or of one below */
                categories?: (number | string)[];
                /** @description Events with one of these tags (ids or slugs) */
                tags?: (number | string)[];
                /** @description Events at one of these venues */
                venue?: number[];
                /** @description Events by one of these organizers */
                organizer?: number[];
                /** @description Only featured events, or only others */
                featured?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Only these events; dates do not matter then */
                include?: number[];
                /** @description Sub-events of this event */
                post_parent?: number;
                /** @description Events with tickets, or without */
                ticketed?: boolean;
                /** @description Whether the venue has coordinates */
                geoloc?: boolean;
                /** @description Latitude of a point; together with geoloc_lng */
                geoloc_lat?: number;
                /** @description Longitude of a point; together with geoloc_lat */
                geoloc_lng?: number;
                /** @description Kilometres around the point, inclusive; 25 where none is sent. Only with a point */
                geoloc_radius?: number;
                /** @description What to order by; by their start (with `include` by publication) where none is sent */
                orderby?: "start_date" | "date" | "modified" | "title" | "id" | "distance";
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description Hidden events, for those who may edit them */
                hide_from_listings?: boolean;
                /** @description Password of a protected event */
                password?: string;
                /** @description Begin with a byte order mark, for spreadsheets that need one */
                bom?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    listEventsAsRss: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Events per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description Events that start on that day or later; today where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                start_date?: string | number;
                /** @description Events that end on that day or earlier; two years ahead where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                end_date?: string | number;
                /** @description Events that start on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                starts_before?: string | number;
                /** @description Events that start after that day. Whole days of the site's time zone, unless strict_dates is set. */
                starts_after?: string | number;
                /** @description Events that end on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                ends_before?: string | number;
                /** @description Events that end after that day. Whole days of the site's time zone, unless strict_dates is set. */
                ends_after?: string | number;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Take the dates as exact times */
                strict_dates?: boolean;
                /** @description Words that occur in title, description or excerpt; "quoted phrases"; -without */
                search?: string;
                /** @description Events of one of these categories (ids or slugs) or of one below */
                categories?: (number | string)[];
                /** @description Events with one of these tags (ids or slugs) */
                tags?: (number | string)[];
                /** @description Events at one of these venues */
                venue?: number[];
                /** @description Events by one of these organizers */
                organizer?: number[];
                /** @description Only featured events, or only others */
                featured?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Only these events; dates do not matter then */
                include?: number[];
                /** @description Sub-events of this event */
                post_parent?: number;
                /** @description Events with tickets, or without */
                ticketed?: boolean;
                /** @description Whether the venue has coordinates */
                geoloc?: boolean;
                /** @description Latitude of a point; together with geoloc_lng */
                geoloc_lat?: number;
                /** @description Longitude of a point; together with geoloc_lat */
                geoloc_lng?: number;
                /** @description Kilometres around the point, inclusive; 25 where none is sent. Only with a point */
                geoloc_radius?: number;
                /** @description What to order by; by their start (with `include` by publication) where none is sent */
                orderby?: "start_date" | "date" | "modified" | "title" | "id" | "distance";
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description Hidden events, for those who may edit them */
                hide_from_listings?: boolean;
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    listEventsAsAtom: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Events per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description Events that start on that day or later; today where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                start_date?: string | number;
                /** @description Events that end on that day or earlier; two years ahead where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                end_date?: string | number;
                /** @description Events that start on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                starts_before?: string | number;
                /** @description Events that start after that day. Whole days of the site's time zone, unless strict_dates is set. */
                starts_after?: string | number;
                /** @description Events that end on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                ends_before?: string | number;
                /** @description Events that end after that day. Whole days of the site's time zone, unless strict_dates is set. */
                ends_after?: string | number;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Take the dates as exact times */
                strict_dates?: boolean;
                /** @description Words that occur in title, description or excerpt; "quoted phrases"; -without */
                search?: string;
                /** @description Events of one of these categories (ids or slugs) or of one below */
                categories?: (number | string)[];
                /** @description Events with one of these tags (ids or slugs) */
                tags?: (number | string)[];
                /** @description Events at one of these venues */
                venue?: number[];
                /** @description Events by one of these organizers */
                organizer?: number[];
                /** @description Only featured events, or only others */
                featured?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Only these events; dates do not matter then */
                include?: number[];
                /** @description Sub-events of this event */
                post_parent?: number;
                /** @description Events with tickets, or without */
                ticketed?: boolean;
                /** @description Whether the venue has coordinates */
                geoloc?: boolean;
                /** @description Latitude of a point; together with geoloc_lng */
                geoloc_lat?: number;
                /** @description Longitude of a point; together with geoloc_lat */
                geoloc_lng?: number;
                /** @description Kilometres around the point, inclusive; 25 where none is sent. Only with a point */
                geoloc_radius?: number;
                /** @description What to order by; by their start (with `include` by publication) where none is sent */
                orderby?: "start_date" | "date" | "modified" | "title" | "id" | "distance";
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description Hidden events, for those who may edit them */
                hide_from_listings?: boolean;
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    listEventsAsJsonFeed: {
        parameters: {
            query?: {
                /** @description Page of results */
                page?: number;
                /** @description Events per page; more than the calendar allows is lowered to that */
                per_page?: number;
                /** @description Events that start on that day or later; today where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                start_date?: string | number;
                /** @description Events that end on that day or earlier; two years ahead where nothing is sent. Whole days of the site's time zone, unless strict_dates is set. */
                end_date?: string | number;
                /** @description Events that start on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                starts_before?: string | number;
                /** @description Events that start after that day. Whole days of the site's time zone, unless strict_dates is set. */
                starts_after?: string | number;
                /** @description Events that end on that day or earlier. Whole days of the site's time zone, unless strict_dates is set. */
                ends_before?: string | number;
                /** @description Events that end after that day. Whole days of the site's time zone, unless strict_dates is set. */
                ends_after?: string | number;
                /** @description Records last changed after that; an exact time in the site's time zone, never a whole day */
                modified_after?: string | number;
                /** @description Records last changed before that; an exact time in the site's time zone, never a whole day */
                modified_before?: string | number;
                /** @description Take the dates as exact times */
                strict_dates?: boolean;
                /** @description Words that occur in title, description or excerpt; "quoted phrases"; -without */
                search?: string;
                /** @description Events of one of these categories (ids or slugs) or of one below */
                categories?: (number | string)[];
                /** @description Events with one of these tags (ids or slugs) */
                tags?: (number | string)[];
                /** @description Events at one of these venues */
                venue?: number[];
                /** @description Events by one of these organizers */
                organizer?: number[];
                /** @description Only featured events, or only others */
                featured?: boolean;
                /** @description Only records with one of these statuses; `any` is all but the trash */
                status?: ("publish" | "future" | "draft" | "pending" | "private" | "trash" | "any")[];
                /** @description Only these events; dates do not matter then */
                include?: number[];
                /** @description Sub-events of this event */
                post_parent?: number;
                /** @description Events with tickets, or without */
                ticketed?: boolean;
                /** @description Whether the venue has coordinates */
                geoloc?: boolean;
                /** @description Latitude of a point; together with geoloc_lng */
                geoloc_lat?: number;
                /** @description Longitude of a point; together with geoloc_lat */
                geoloc_lng?: number;
                /** @description Kilometres around the point, inclusive; 25 where none is sent. Only with a point */
                geoloc_radius?: number;
                /** @description What to order by; by their start (with `include` by publication) where none is sent */
                orderby?: "start_date" | "date" | "modified" | "title" | "id" | "distance";
                /** @description Direction; ascending where only orderby is sent */
                order?: "asc" | "desc";
                /** @description Hidden events, for those who may edit them */
                hide_from_listings?: boolean;
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getEventAsICalendar: {
        parameters: {
            query?: {
                /** @description `edit` shows records in the trash to those who may edit them */
                context?: "view" | "embed" | "edit";
                /** @description Password of a protected event */
                password?: string;
            };
            header?: never;
            path: {
                /** @description Id or slug of the record */
                record: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getSitemapIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sitemap index */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getSitemapOfEvents: {
        parameters: {
            query?: {
                /** @description Part of the events */
                part?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sitemap */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    runBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new record. `null`, `""` and `[]` are as if not sent. Forms write lists as `name[]=1&name[]=2`, repeated names or text with commas, objects as `name[member]=text`, and nothing as empty text. Unknown members are ignored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteCreate"];
            };
        };
        responses: {
            /** @description All was done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
}
