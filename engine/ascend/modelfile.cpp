// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/modelfile.h"

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/reading/jsondocument.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline ascend {

namespace {

constexpr const char *formatName = "jitscope device model";
constexpr int64_t formatVersion = 1;
constexpr int64_t largestFile = 4 << 20;
constexpr size_t mostRows = 10000;
constexpr double largestNumber = 1e9;

/** Reads the parts of a document; the first fault stays. */
class ModelReader {
public:
    ModelReader(const JsonValue &root, std::string file)
        : m_root(root)
        , m_file(std::move(file)) {}

    Result<DeviceModel> read() {
        if (m_root["format"].text() != formatName) fail("it is no device model");
        if (const double version = m_root["version"].real(); !(version >= 1 && version <= double(formatVersion)))
            fail("its version " + m_root["version"].text() + " is not known here");
        m_model.name = m_root["name"].text();
        m_model.source = m_root["source"].text();
        m_model.isUserFile = true;
        readParameters();
        readRows();
        readError();
        if (m_fault.empty() && !modelFault(m_model).empty()) fail(modelFault(m_model));
        if (!m_fault.empty()) return Error{m_file + ": " + m_fault};
        return m_model;
    }

private:
    void fail(const std::string &fault) {
        if (m_fault.empty()) m_fault = fault;
    }
    double number(const JsonValue &value, const std::string &what) {
        const double found = value.kind() == JsonKind::Number ? value.real() : std::nan("");
        if (!(std::abs(found) <= largestNumber)) {
            fail(what + " is no number");
            return 0;
        }
        return found;
    }
    void readParameters() {
        const JsonValue values = m_root["parameters"], sources = m_root["sources"];
        for (const ModelParameter &each : modelParameters()) {
            if (const JsonValue value = values[each.key]) {
                const double found = number(value, each.key);
                if (found < each.low || found > each.high)
                    fail(format("%s is %s, which is outside of %s to %s", each.key, shortestNumber(found).c_str(),
                                shortestNumber(each.low).c_str(), shortestNumber(each.high).c_str()));
                else
                    each.set(m_model, found);
            }
            if (const JsonValue source = sources[each.key]) m_model.sources[each.key] = source.text();
        }
    }
    void readRows() {
        const std::vector<JsonValue> rows = m_root["vector"].items();
        if (rows.size() > mostRows) return fail("it has too many rows");
        for (const JsonValue &row : rows) {
            VectorBandwidth read;
            read.op = row["op"].text();
            if (read.op.empty()) return fail("a row of `vector` has no `op`");
            read.medium = number(row["medium_gbs"], read.op + ": medium_gbs");
            read.large = number(row["large_gbs"], read.op + ": large_gbs");
            read.smallUs = number(row["launch_us"], read.op + ": launch_us");
            m_model.vectorTable.push_back(std::move(read));
        }
    }
    void readError() {
        const JsonValue error = m_root["error"];
        if (!error) return;
        m_model.error.how = error["how"].text();
        m_model.error.matmulMedian = number(error["matmul_median"], "matmul_median");
        m_model.error.matmulP90 = number(error["matmul_p90"], "matmul_p90");
        m_model.error.vectorMedian = number(error["vector_median"], "vector_median");
        m_model.error.vectorP90 = number(error["vector_p90"], "vector_p90");
        m_model.error.matmuls = int(number(error["matmuls"], "matmuls"));
        m_model.error.vectors = int(number(error["vectors"], "vectors"));
    }

    JsonValue m_root;
    std::string m_file, m_fault;
    DeviceModel m_model;
};

} // namespace

std::string modelAsJson(const DeviceModel &model) {
    JsonWriter json;
    json.beginObject().member("format", formatName).member("version", formatVersion);
    json.member("name", model.name).member("source", model.source);
    json.key("parameters").beginObject();
    for (const ModelParameter &each : modelParameters())
        json.member(each.key, each.get(model));
    json.endObject().key("sources").beginObject();
    for (const ModelParameter &each : modelParameters())
        json.member(each.key, sourceOf(model, each));
    json.endObject().key("vector").beginArray();
    for (const VectorBandwidth &row : model.vectorTable)
        json.beginObject()
            .member("op", row.op)
            .member("medium_gbs", row.medium)
            .member("large_gbs", row.large)
            .member("launch_us", row.smallUs)
            .endObject();
    json.endArray();
    if (const ModelError &error = model.error; !error.how.empty())
        json.key("error")
            .beginObject()
            .member("how", error.how)
            .member("matmul_median", error.matmulMedian)
            .member("matmul_p90", error.matmulP90)
            .member("matmuls", error.matmuls)
            .member("vector_median", error.vectorMedian)
            .member("vector_p90", error.vectorP90)
            .member("vectors", error.vectors)
            .endObject();
    return json.endObject().text();
}

Result<DeviceModel> modelFromJson(std::string text, const std::string &file) {
    const auto document = JsonDocument::parse(std::move(text));
    if (!document) return Error{file + ": " + document.error().message};
    if (!document->problem().empty())
        return Error{format("%s: byte %lld: %s", file.c_str(), static_cast<long long>(document->problemAt()),
                            document->problem().c_str())};
    return ModelReader(document->root(), file).read();
}

Result<void> saveModelFile(const DeviceModel &model, const std::string &path) {
    if (const std::string fault = modelFault(model); !fault.empty()) return Error{fault};
    return writeFile(path, modelAsJson(model));
}

Result<DeviceModel> loadModelFile(const std::string &path) {
    auto text = readFile(path, largestFile);
    if (!text) return text.error();
    return modelFromJson(std::move(*text), path);
}

std::vector<std::string> loadModelFolder(const std::string &folder) {
    std::vector<std::string> paths, messages;
    for (std::string &path : pathsIn(folder))
        if (path.ends_with(".json")) paths.push_back(std::move(path));
    std::sort(paths.begin(), paths.end());
    for (const std::string &path : paths) {
        auto model = loadModelFile(path);
        if (!model) {
            messages.push_back(model.error().message);
            continue;
        }
        if (const auto taken = registerDeviceModel(std::move(*model)); !taken)
            messages.push_back(path + ": " + taken.error().message);
    }
    return messages;
}

std::string modelFileName(const std::string &modelName) {
    std::string name;
    for (const char c : modelName) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                             c == '_' || c == '.';
        name += isPlain ? c : '_';
    }
    if (name.empty() || name[0] == '.') name.insert(0, "model");
    return name + ".json";
}

} // namespace jitscope::inline ascend
