// SPDX-License-Identifier: Apache-2.0
#include "engine/session/sessionjson.h"

#include "engine/base/json.h"
#include "engine/session/compilation.h"
#include "engine/session/forcedsettings.h"
#include "engine/session/compiledetails.h"
#include "engine/session/session.h"
#include "engine/session/sessionfields.h"

namespace jitscope::inline session {

namespace {

void writeGraph(JsonWriter &json, const Graph &graph) {
    json.beginObject().member("name", graph.name).member("kernel", graph.isKernel());
    json.key("parameters").beginArray();
    for (const NodePtr &parameter : graph.parameters)
        json.beginObject()
            .member("id", parameter->id.value)
            .member("name", parameter->name)
            .member("type", brief(parameter->abstract))
            .member("weight", parameter->weight->defined())
            .endObject();
    json.endArray().key("nodes").beginArray();
    for (const NodePtr &node : graph.nodes) {
        json.beginObject().member("id", node->id.value);
        json.member(node->callee.empty() ? "op" : "callee", node->callee.empty() ? node->op : node->callee);
        json.member("type", brief(node->abstract)).member("scope", node->scope);
        json.key("inputs").beginArray();
        for (const NodePtr &input : node->inputs) {
            if (input->isConstant())
                json.value(toString(input->value));
            else
                json.value(input->id.value);
        }
        json.endArray();
        if (node->spans && !node->spans->empty())
            json.member("file", node->spans->front().file).member("line", node->spans->front().line);
        json.key("origins").beginArray();
        for (NodeId origin : node->origins)
            json.value(origin.value);
        json.endArray().endObject();
    }
    json.endArray().key("output");
    if (!graph.output)
        json.null();
    else if (graph.output->isConstant())
        json.value(toString(graph.output->value));
    else
        json.value(graph.output->id.value);
    json.endObject();
}

void writeModule(JsonWriter &json, const char *name, const Module &module) {
    json.key(name).beginArray();
    for (const GraphPtr &graph : module.graphs)
        writeGraph(json, *graph);
    json.endArray();
}

void writeCompilation(JsonWriter &json, const Compilation &compilation) {
    json.beginObject().member("index", compilation.index).member("function", compilation.function);
    json.member("key", compilation.key).member("capture", compilation.captureMode);
    json.member("jit_level", compilation.jitLevel).member("reason", compilation.reason);
    writeForced(json, compilation);
    writeModule(json, "captured", compilation.captured);
    json.key("passes").beginArray();
    for (const PassRecord &pass : compilation.passes)
        json.beginObject()
            .member("index", pass.index)
            .member("phase", toString(pass.phase))
            .member("name", pass.name)
            .member("stage", pass.stage)
            .member("cycle", pass.cycle)
            .member("changed", pass.changed)
            .member("nodes_before", pass.nodesBefore)
            .member("nodes_after", pass.nodesAfter)
            .member("time_ns", pass.timeNs)
            .endObject();
    json.endArray();
    writeModule(json, "final", compilation.final);
    json.endObject();
}

} // namespace

std::string sessionAsJson(const Session &session) {
    JsonWriter json;
    json.beginObject().key("info").beginObject();
    for (const auto &[key, value] : session.info)
        if (!isCompileNotesKey(key)) json.member(key, value);
    json.endObject().key("graphs").beginArray();
    for (const Compilation &compilation : session.compilations)
        writeCompilation(json, compilation);
    json.endArray().key("ops").beginArray();
    for (const OpEvent &op : session.ops) {
        json.beginObject();
        eachField<OpEvent>([&](auto field) {
            using Each = decltype(field);
            if constexpr (Each::notes.isInJson) json.member(Each::field.column, Each::of(op));
        });
        if (const StackFrame *frame = userFrame(session, op.stack))
            json.member("file", frame->span.file).member("line", frame->span.line);
        if (op.compilation >= 0) json.member("graph", op.compilation).member("node", op.node.value);
        json.endObject();
    }
    json.endArray().key("problems").beginArray();
    for (const Problem &problem : session.problems)
        json.beginObject()
            .member("kind", problem.kind)
            .member("message", problem.message)
            .member("file", problem.span.file)
            .member("line", problem.span.line)
            .endObject();
    return json.endArray().endObject().text();
}

} // namespace jitscope::inline session
