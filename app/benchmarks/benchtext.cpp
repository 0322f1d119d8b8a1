// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/benchmarks/benchtext.h"

#include "app/report/htmltext.h"
#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace jitscope {
inline namespace benchmarks {

namespace {

constexpr const char *nothing = "–";

/** A figure of a row with its name, the same in JSON and in CSV. */
struct Figure {
    const char *name;
    std::variant<std::monostate, bool, int64_t, double, std::string> value;
};

std::optional<double> medianOf(const std::vector<double> &times) {
    const auto spread = spreadOfTimes(times);
    return spread ? std::optional(spread->median) : std::nullopt;
}

std::optional<double> prepareAgain(const BenchMeasure &measure) {
    if (measure.prepareNs.size() < 2) return std::nullopt;
    return medianOf({measure.prepareNs.begin() + 1, measure.prepareNs.end()});
}

template<class T> Figure figureOf(const char *name, const std::optional<T> &value) {
    return value ? Figure{name, *value} : Figure{name, {}};
}

std::vector<Figure> rowFigures(const BenchRow &row) {
    return {{"row", nameOf(row)},           {"mode", row.mode},
            {"level", row.level},           {"backend", row.backend},
            {"fullgraph", row.isFullgraph}, {"direction", toString(row.direction)}};
}

std::vector<Figure> timeFigures(const BenchMeasure &measure) {
    const auto spread = measure.spread();
    const auto of = [&](const char *name, double TimeSpread::*member) {
        return spread ? Figure{name, (*spread).*member} : Figure{name, {}};
    };
    const auto prepare = measure.prepareNs.empty() ? std::nullopt : std::optional(measure.prepareNs.front());
    std::vector<Figure> figures{figureOf("prepare_ns", prepare),
                                figureOf("prepare_again_ns", prepareAgain(measure)),
                                of("median_ns", &TimeSpread::median),
                                of("median_low_ns", &TimeSpread::low),
                                of("median_high_ns", &TimeSpread::high),
                                of("first_quartile_ns", &TimeSpread::firstQuartile),
                                of("third_quartile_ns", &TimeSpread::thirdQuartile),
                                of("min_ns", &TimeSpread::least),
                                of("p90_ns", &TimeSpread::p90),
                                of("mean_ns", &TimeSpread::mean),
                                of("stdev_ns", &TimeSpread::deviation)};
    figures.push_back({"samples", int64_t(measure.callNs.size())});
    figures.push_back({"calls_per_sample", int64_t(measure.callsPerBatch)});
    figures.push_back({"outliers", int64_t(spread ? spread->outliers : 0)});
    return figures;
}

std::vector<Figure> againstFigures(const BenchMeasure &measure, const BenchNoise *noise) {
    std::vector<Figure> figures;
    const auto add = [&](const char *name, const std::optional<PairedTimes> &times, double PairedTimes::*member) {
        figures.push_back(times ? Figure{name, (*times).*member} : Figure{name, {}});
    };
    const auto addDifferent = [&](const char *name, const std::optional<PairedTimes> &times) {
        figures.push_back(times ? Figure{name, isBeyondNoise(*times, noise)} : Figure{name, {}});
    };
    add("ratio_to_eager", measure.againstEager, &PairedTimes::ratio);
    add("ratio_low", measure.againstEager, &PairedTimes::low);
    add("ratio_high", measure.againstEager, &PairedTimes::high);
    add("noise", measure.againstEager, &PairedTimes::noise);
    addDifferent("different", measure.againstEager);
    add("ratio_to_o0", measure.againstO0, &PairedTimes::ratio);
    add("ratio_to_o0_low", measure.againstO0, &PairedTimes::low);
    add("ratio_to_o0_high", measure.againstO0, &PairedTimes::high);
    addDifferent("different_from_o0", measure.againstO0);
    return figures;
}

std::string_view verdictName(BenchVerdict verdict) {
    switch (verdict) {
    case BenchVerdict::Unknown:
        return "unknown";
    case BenchVerdict::Equal:
        return "equal";
    case BenchVerdict::Within:
        return "within";
    case BenchVerdict::Differs:
        return "differs";
    }
    return "";
}

/** Of a row in one Python. */
std::vector<Figure> figuresOf(const BenchReport &report, const BenchFunction &function, const BenchLine &line,
                              size_t python) {
    const BenchMeasure &measure = line.measures[python];
    std::vector<Figure> figures{{"function", function.name}, {"python", report.pythons[python].title()}};
    const auto append = [&](const std::vector<Figure> &more) {
        figures.insert(figures.end(), more.begin(), more.end());
    };
    append(rowFigures(line.row));
    figures.push_back({"error", measure.error});
    append(timeFigures(measure));
    append(againstFigures(measure, noiseOf(function, line.row.direction, python)));
    figures.push_back({"values", std::string(verdictName(measure.values.verdict))});
    figures.push_back({"max_absolute", measure.values.maxAbsolute});
    figures.push_back({"message", measure.values.text});
    figures.push_back({"weights_written", int64_t(measure.weightsWritten)});
    const auto across = python > 0 && line.acrossPythons ? std::optional(line.acrossPythons->ratio) : std::nullopt;
    figures.push_back(figureOf("ratio_to_jitscope", across));
    return figures;
}

struct JsonFigure {
    JsonWriter &json;
    void operator()(std::monostate) { json.null(); }
    template<class T> void operator()(const T &value) { json.value(value); }
};

struct CsvFigure {
    std::string operator()(std::monostate) { return {}; }
    std::string operator()(bool value) { return value ? "true" : "false"; }
    std::string operator()(int64_t value) { return std::to_string(value); }
    std::string operator()(double value) { return shortestNumber(value); }
    std::string operator()(const std::string &value) { return csvField(value); }
};

void appendFigures(JsonWriter &json, const std::vector<Figure> &figures) {
    for (const Figure &figure : figures) {
        json.key(figure.name);
        std::visit(JsonFigure{json}, figure.value);
    }
}

void appendTimes(JsonWriter &json, const char *name, const std::vector<double> &times) {
    json.key(name).beginArray();
    for (const double time : times)
        json.value(time);
    json.endArray();
}

void appendFunction(JsonWriter &json, const BenchReport &report, const BenchFunction &function) {
    json.beginObject().member("name", function.name).member("inputs", function.inputs).member("line", function.line);
    json.key("noise").beginArray();
    for (const BenchNoise &noise : function.noises) {
        json.beginObject().member("direction", toString(noise.direction));
        json.member("python", report.pythons[noise.python].title()).key("ratio");
        if (noise.times)
            json.value(noise.times->ratio).member("low", noise.times->low).member("high", noise.times->high);
        else
            json.null();
        json.endObject();
    }
    json.endArray().key("rows").beginArray();
    for (const BenchLine &line : function.lines)
        for (size_t python = 0; python < line.measures.size(); ++python) {
            json.beginObject();
            appendFigures(json, figuresOf(report, function, line, python));
            appendTimes(json, "all_prepare_ns", line.measures[python].prepareNs);
            appendTimes(json, "all_call_ns", line.measures[python].callNs);
            json.endObject();
        }
    json.endArray().endObject();
}

// -- for people
// --------------------------------------------------------------------------------------------------------

std::string timeText(const std::optional<double> &ns) {
    return ns ? humanTime(int64_t(std::lround(*ns))) : nothing;
}

std::vector<std::string> headings(const BenchReport &report) {
    std::vector<std::string> cells{"row",           "prepare",    "again", "per call", "95 % of median",
                                   "against eager", "against O0", "values"};
    if (report.pythons.size() > 1)
        for (const char *title : {"prepare", "per call", "ratio"})
            cells.push_back(report.pythons[1].title() + ": " + title);
    return cells;
}

std::string intervalText(const std::optional<TimeSpread> &spread) {
    if (!spread) return nothing;
    return humanTime(std::lround(spread->low)) + " to " + humanTime(std::lround(spread->high));
}

/** "0.52x": of the second Python by ours; above 1 ours is faster. */
std::string acrossText(const BenchLine &line) {
    if (!line.acrossPythons) return nothing;
    const PairedTimes &times = *line.acrossPythons;
    const std::string text = format("%.2fx", times.ratio);
    if (times.pairs < fewestPairs) return text + " (too few measurements)";
    return times.isDifferent ? text : text + " (within noise)";
}

std::vector<std::string> cellsOf(const BenchReport &report, const BenchFunction &function, const BenchLine &line) {
    const BenchMeasure &own = line.measures.front();
    const auto first = [](const BenchMeasure &measure) {
        return timeText(measure.prepareNs.empty() ? std::nullopt : std::optional(measure.prepareNs.front()));
    };
    std::vector<std::string> cells{wayOf(line.row)};
    if (own.error.empty()) {
        const auto against = [&](const std::optional<PairedTimes> &times) {
            return times ? againstText(times, noiseOf(function, line.row.direction, 0)) : std::string(nothing);
        };
        cells.insert(cells.end(),
                     {first(own), timeText(prepareAgain(own)), timeWithSpread(own.spread()), intervalText(own.spread()),
                      against(own.againstEager), against(own.againstO0), verdictText(own.values)});
    } else {
        cells.insert(cells.end(), {"cannot run", nothing, nothing, nothing, nothing, nothing, nothing});
    }
    if (report.pythons.size() > 1) {
        const BenchMeasure &other = line.measures[1];
        cells.insert(cells.end(), {other.error.empty() ? first(other) : "cannot run", timeWithSpread(other.spread()),
                                   acrossText(line)});
    }
    return cells;
}

/** As wide as the eye sees them: bytes that go on a character take no room. */
size_t widthOf(const std::string &text) {
    return size_t(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string aligned(const std::vector<std::vector<std::string>> &rows) {
    std::vector<size_t> widths(rows.front().size(), 0);
    for (const auto &row : rows)
        for (size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(row[i]));
    std::string text;
    for (const auto &row : rows) {
        std::string line;
        for (size_t i = 0; i < row.size(); ++i) {
            const std::string room(widths[i] - widthOf(row[i]), ' ');
            line += i == 0 ? row[i] + room : "  " + room + row[i];
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::vector<BenchDirection> directionsOf(const BenchFunction &function) {
    std::vector<BenchDirection> directions;
    for (const BenchLine &line : function.lines)
        if (std::ranges::count(directions, line.row.direction) == 0) directions.push_back(line.row.direction);
    return directions;
}

/** Why rows have no figures, and what differs, each reason once. */
std::vector<std::string> sentencesOf(const BenchReport &report, const BenchFunction &function) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    const auto add = [&](const std::string &reason, const std::string &row) {
        const auto known = std::ranges::find(reasons, reason, &std::pair<std::string, std::vector<std::string>>::first);
        known == reasons.end() ? reasons.push_back({reason, {row}}) : known->second.push_back(row);
    };
    for (const BenchLine &line : function.lines)
        for (size_t python = 0; python < line.measures.size(); ++python) {
            const BenchMeasure &measure = line.measures[python];
            const std::string row =
                nameOf(line.row) + (python > 0 ? " in " + report.pythons[python].title() : std::string());
            if (!measure.error.empty()) add("cannot run: " + measure.error, row);
            if (measure.values.verdict == BenchVerdict::Differs) add("differs from eager: " + measure.values.text, row);
        }
    std::vector<std::string> sentences;
    for (const auto &[reason, rows] : reasons)
        sentences.push_back(join(rows, "; ") + ": " + reason);
    return sentences;
}

/** What was asked for and cannot be here. */
std::string deviceSentence(const BenchReport &report) {
    if (report.rowsOfDevice == 0) return {};
    return std::to_string(report.rowsOfDevice) +
           (report.rowsOfDevice == 1 ? " row of backend GE was left out: it is"
                                     : " rows of backend GE were left out: it is") +
           " Ascend's, and the script runs on " + report.pythons.front().device;
}

std::string noiseSentence(const BenchReport &report, const BenchNoise &noise) {
    if (!noise.times) return {};
    const double percent = 100 * std::abs(noise.times->ratio - 1);
    return format("noise: eager against itself differs by %.1f %% (%s, ", percent, toString(noise.direction).c_str()) +
           report.pythons[noise.python].title() + "); ratios are of rounds measured in turn, not of the medians";
}

std::string pythonSentence(const BenchPython &python) {
    return python.title() + ": Python " + python.version + ", " + python.executable + ", device " + python.device +
           (python.isOwn && python.device == "Ascend"
                ? " (simulated: these are times of the CPU that computes for it, not of the device)"
                : "") +
           (python.isTorch()
                ? "; the captured primitives of a function run there as calls of PyTorch, eagerly beside eager, "
                  "by torch.compile beside all rows of graphs"
                : "");
}

std::string bars(const BenchFunction &function, BenchDirection direction) {
    double widest = 0;
    for (const BenchLine &line : function.lines)
        for (const BenchMeasure &measure : line.measures)
            if (const auto spread = measure.spread(); spread && line.row.direction == direction)
                widest = std::max(widest, spread->thirdQuartile);
    std::string text;
    for (const BenchLine &line : function.lines) {
        const auto spread = line.measures.front().spread();
        if (!spread || line.row.direction != direction || widest <= 0) continue;
        text +=
            "<div style=\"display:flex;gap:.6rem;align-items:center\"><span style=\"width:14rem\">" +
            escapedHtml(wayOf(line.row)) +
            format("</span><span style=\"flex:1\"><span style=\"display:inline-block;height:.9rem;background:#3b76c4;"
                   "width:%.2f%%\"></span></span><span class=\"n\" style=\"width:11rem\">",
                   100 * spread->median / widest) +
            escapedHtml(timeWithSpread(spread)) + "</span></div>\n";
    }
    return text;
}

} // namespace

std::string timeWithSpread(const std::optional<TimeSpread> &spread) {
    if (!spread) return nothing;
    return humanTime(std::lround(spread->median)) + " ± " +
           humanTime(std::lround((spread->thirdQuartile - spread->firstQuartile) / 2));
}

std::string againstText(const std::optional<PairedTimes> &times, const BenchNoise *noise) {
    if (!times) return {};
    if (times->pairs < fewestPairs) return "too few measurements";
    if (!isBeyondNoise(*times, noise)) return "no difference";
    const bool isFaster = times->ratio < 1;
    const auto factor = [&](double ratio) { return isFaster ? 1 / ratio : ratio; };
    return format("%.2fx %s (%.2f to %.2f)", factor(times->ratio), isFaster ? "faster" : "slower",
                  factor(isFaster ? times->high : times->low), factor(isFaster ? times->low : times->high));
}

std::string verdictText(const BenchValues &values) {
    switch (values.verdict) {
    case BenchVerdict::Unknown:
        return nothing;
    case BenchVerdict::Equal:
        return "equal";
    case BenchVerdict::Within:
        return format("within %.1g", values.maxAbsolute);
    case BenchVerdict::Differs:
        return "differs";
    }
    return nothing;
}

std::string callText(const BenchFunction &function) {
    if (function.line == 0) return function.name + (function.inputs.empty() ? "" : " \xC2\xB7 " + function.inputs);
    return function.name + "(" + function.inputs + ")";
}

std::string toText(const BenchReport &report) {
    std::string text;
    for (const BenchPython &python : report.pythons)
        text += pythonSentence(python) + "\n";
    for (const BenchFunction &function : report.functions) {
        for (const BenchDirection direction : directionsOf(function)) {
            text += "\n" + callText(function) + ", " + toString(direction) + "\n";
            std::vector<std::vector<std::string>> rows{headings(report)};
            for (const BenchLine &line : function.lines)
                if (line.row.direction == direction) rows.push_back(cellsOf(report, function, line));
            text += aligned(rows);
        }
        for (const BenchNoise &noise : function.noises)
            if (const std::string sentence = noiseSentence(report, noise); !sentence.empty()) text += sentence + "\n";
        for (const std::string &sentence : sentencesOf(report, function))
            text += sentence + "\n";
    }
    if (const std::string sentence = deviceSentence(report); !sentence.empty()) text += sentence + "\n";
    for (const std::string &note : report.notes)
        text += note + "\n";
    if (!report.isComplete) text += "it was stopped before all was measured\n";
    return text;
}

std::string toJson(const BenchReport &report) {
    JsonWriter json;
    json.beginObject().member("script", report.script).member("expression", report.expression);
    json.member("complete", report.isComplete).key("pythons").beginArray();
    for (const BenchPython &python : report.pythons)
        json.beginObject()
            .member("title", python.title())
            .member("executable", python.executable)
            .member("version", python.version)
            .member("framework", python.framework)
            .member("framework_version", python.frameworkVersion)
            .member("device", python.device)
            .endObject();
    json.endArray().key("functions").beginArray();
    for (const BenchFunction &function : report.functions)
        appendFunction(json, report, function);
    json.endArray().member("rows_of_device_left_out", int64_t(report.rowsOfDevice)).key("notes").beginArray();
    for (const std::string &note : report.notes)
        json.value(note);
    return json.endArray().endObject().text();
}

std::string toCsv(const BenchReport &report) {
    std::string text;
    for (const BenchFunction &function : report.functions)
        for (const BenchLine &line : function.lines)
            for (size_t python = 0; python < line.measures.size(); ++python) {
                std::vector<std::string> names, cells;
                for (const Figure &figure : figuresOf(report, function, line, python)) {
                    names.emplace_back(figure.name);
                    cells.push_back(std::visit(CsvFigure{}, figure.value));
                }
                if (text.empty()) text = join(names, ",") + "\n";
                text += join(cells, ",") + "\n";
            }
    return text;
}

std::string toHtml(const BenchReport &report) {
    std::string text = htmlHead("JitScope benchmark: " + report.script.substr(report.script.rfind('/') + 1));
    for (const BenchPython &python : report.pythons)
        text += "<p class=\"hint\">" + escapedHtml(pythonSentence(python)) + "</p>\n";
    for (const BenchFunction &function : report.functions) {
        text += "<h2>" + escapedHtml(callText(function)) + "</h2>\n";
        for (const BenchDirection direction : directionsOf(function)) {
            text += "<h3>" + escapedHtml(toString(direction)) + "</h3>\n" + bars(function, direction);
            const std::vector<std::string> titles = headings(report);
            std::vector<HtmlColumn> columns;
            for (const std::string &title : titles)
                columns.push_back({title.c_str(), !columns.empty()});
            std::vector<std::vector<std::string>> rows;
            for (const BenchLine &line : function.lines)
                if (line.row.direction == direction) rows.push_back(cellsOf(report, function, line));
            text += htmlTable(columns, rows);
        }
        for (const BenchNoise &noise : function.noises)
            text += "<p class=\"hint\">" + escapedHtml(noiseSentence(report, noise)) + "</p>\n";
        for (const std::string &sentence : sentencesOf(report, function))
            text += "<p>" + escapedHtml(sentence) + "</p>\n";
    }
    if (const std::string sentence = deviceSentence(report); !sentence.empty())
        text += "<p>" + escapedHtml(sentence) + "</p>\n";
    for (const std::string &note : report.notes)
        text += "<p>" + escapedHtml(note) + "</p>\n";
    return text + htmlEnd;
}

} // namespace benchmarks
} // namespace jitscope
