// SPDX-License-Identifier: Apache-2.0
#include "plugins/chrome_trace/traceevents.h"

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "plugins/chrome_trace/decimaltime.h"

#include <optional>
#include <simdjson.h>

namespace jitscope {

namespace {

namespace ondemand = simdjson::ondemand;

/** A value as text: a string's content, anything else as it is written. */
std::string textOf(ondemand::value value) {
    if (value.type() == ondemand::json_type::string) return std::string(std::string_view(value.get_string()));
    if (value.type() == ondemand::json_type::object || value.type() == ondemand::json_type::array)
        return std::string(std::string_view(simdjson::to_json_string(value)));
    return std::string(trimmed(value.raw_json_token()));
}

std::vector<std::pair<std::string, std::string>> argumentsOf(ondemand::value value) {
    std::vector<std::pair<std::string, std::string>> arguments;
    if (value.type() != ondemand::json_type::object) return arguments;
    for (auto field : value.get_object()) {
        std::string key(std::string_view(field.unescaped_key()));
        arguments.emplace_back(std::move(key), textOf(field.value()));
    }
    return arguments;
}

/** The members of one event that we know, by their key. */
struct RawEvent {
    TraceEvent event;
    std::string time, duration;
};

RawEvent rawEvent(ondemand::object object) {
    RawEvent raw;
    for (auto field : object) {
        const std::string_view key = field.unescaped_key();
        if (key == "ph") {
            const std::string phase = textOf(field.value());
            raw.event.phase = phase.size() == 1 ? phase.front() : '?';
        } else if (key == "name") {
            raw.event.name = textOf(field.value());
        } else if (key == "cat") {
            raw.event.category = textOf(field.value());
        } else if (key == "pid") {
            raw.event.pid = textOf(field.value());
        } else if (key == "tid") {
            raw.event.tid = textOf(field.value());
        } else if (key == "id") {
            raw.event.id = textOf(field.value());
        } else if (key == "ts") {
            raw.time = textOf(field.value());
        } else if (key == "dur") {
            raw.duration = textOf(field.value());
        } else if (key == "args") {
            raw.event.args = argumentsOf(field.value());
        }
    }
    return raw;
}

/** Turns the times into numbers and adds the event, or counts why not. */
void take(RawEvent raw, TraceEvents &read) {
    TraceEvent &event = raw.event;
    if (event.phase == 0) {
        ++read.skipped["without a phase"];
        return;
    }
    if (event.phase != 'M') {
        const auto time = nanosecondsOf(raw.time);
        if (!time) {
            ++read.skipped["without a readable time"];
            return;
        }
        event.timeNs = *time;
    }
    if (event.phase == 'X') {
        const auto duration = raw.duration.empty() ? std::optional<int64_t>(0) : nanosecondsOf(raw.duration);
        int64_t end = 0;
        if (!duration || *duration < 0 || __builtin_add_overflow(event.timeNs, *duration, &end)) {
            ++read.skipped["with a duration that is negative or no number"];
            return;
        }
        event.durationNs = *duration;
    }
    read.events.push_back(std::move(event));
}

void takeAll(ondemand::array array, TraceEvents &read) {
    for (auto element : array) {
        ondemand::value value = element.value();
        if (value.type() == ondemand::json_type::object)
            take(rawEvent(value.get_object()), read);
        else
            ++read.skipped["that are no objects"];
    }
}

/** Where the last complete event of a text that ends early ends, and what is open around it: "]" or "]}". */
struct CompletePart {
    size_t size = 0;
    std::string closing;
};

CompletePart completePart(std::string_view text) {
    CompletePart part;
    std::string open; // the brackets around the current place, each by the one that closes it
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') ++i;
            if (c == '"') inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            open.insert(open.begin(), c == '{' ? '}' : ']');
        } else if ((c == '}' || c == ']') && !open.empty()) {
            open.erase(open.begin());
            if (c == '}' && (open == "]" || open == "]}")) part = {i + 1, open};
        }
    }
    return part;
}

/** Reads as far as the text is good; the message of what stopped it, or "". */
std::string parse(const std::string &text, TraceEvents &read) {
    simdjson::padded_string padded(text);
    ondemand::parser parser;
    try {
        ondemand::document document = parser.iterate(padded);
        if (document.type() == ondemand::json_type::array) {
            takeAll(document.get_array(), read);
        } else {
            ondemand::value events;
            if (document.get_object().find_field_unordered("traceEvents").get(events)) return "has no traceEvents";
            takeAll(events.get_array(), read);
        }
    } catch (const simdjson::simdjson_error &problem) {
        return problem.what();
    }
    return {};
}

} // namespace

Result<TraceEvents> readTraceEvents(const std::string &path) {
    auto text = readFile(path);
    if (!text) return text.error();
    if (text->starts_with("\xEF\xBB\xBF")) text->erase(0, 3);
    TraceEvents read;
    std::string problem = parse(*text, read);
    if (problem.empty()) return read;
    // A recorder that was killed leaves an array without its end: read what is complete.
    const CompletePart part = completePart(*text);
    if (part.size > 0 && part.size < text->size()) {
        TraceEvents again;
        const size_t size = part.size;
        const std::string problemOfPart = parse(text->substr(0, size) + part.closing, again);
        if (again.events.size() >= read.events.size()) {
            read = std::move(again);
            problem = problemOfPart.empty() ? format("the file ends early, after byte %zu", size) : problemOfPart;
        }
    }
    if (read.events.empty()) return Error{path + ": is no readable Chrome trace: " + problem};
    read.cutOff = problem;
    return read;
}

} // namespace jitscope
