// SPDX-License-Identifier: Apache-2.0
#include "engine/session/graphpack.h"

#include "engine/session/packing.h"

#include <cassert>
#include <unordered_map>

namespace jitscope::inline session {

namespace {

/** How deep tuples may stand in tuples; more is taken for damage, as reading them is recursive. */
constexpr int maxNesting = 200;

/** The kinds of Value::Variant by their place in it, which the file format fixes. */
enum class ValueTag : uint8_t { None, Bool, Int, Float, Text, DType, Tensor, Sequence, Graph, Monad, Opaque };
static_assert(std::variant_size_v<Value::Variant> == 11);

/*
 * The bytes are: texts, span lists, nodes, graphs, modules. Each section refers to those before it by number, and a
 * node only to nodes before it, so that one walk forwards can build and check everything.
 */
class Packer {
public:
    explicit Packer(const TensorSink &sink)
        : m_sink(sink) {}

    std::string pack(const PackedGraphs &graphs) {
        ByteWriter modules;
        modules.integer(spans(graphs.spans));
        modules.integer(int64_t(graphs.modules.size()));
        for (const Module &module : graphs.modules) {
            attributes(modules, module.attrs);
            modules.integer(int64_t(module.graphs.size()));
            for (const GraphPtr &each : module.graphs)
                modules.integer(graph(each));
        }
        ByteWriter counts;
        for (const int64_t count : {m_textCount, m_spanCount, m_nodeCount, m_graphCount})
            counts.integer(count);
        return counts.bytes() + m_textBytes.bytes() + m_spanBytes.bytes() + m_nodeBytes.bytes() + m_graphBytes.bytes() +
               modules.bytes();
    }

private:
    int64_t text(const std::string &value) {
        const auto [entry, isNew] = m_texts.try_emplace(value, m_textCount);
        if (isNew) {
            m_textBytes.text(value);
            ++m_textCount;
        }
        return entry->second;
    }

    int64_t spans(const SpanList &list) {
        if (!list) return -1;
        const auto [entry, isNew] = m_spans.try_emplace(list.get(), m_spanCount);
        if (!isNew) return entry->second;
        ++m_spanCount;
        m_spanBytes.integer(int64_t(list->size()));
        for (const SourceSpan &span : *list) {
            m_spanBytes.integer(text(span.file));
            for (const int number : {span.line, span.endLine, span.column, span.endColumn})
                m_spanBytes.integer(number);
            m_spanBytes.integer(text(span.text));
        }
        return entry->second;
    }

    /** Numbers `root` and all that it needs, inputs first; iterative, as chains are as long as programs. */
    int64_t node(const NodePtr &root) {
        if (!root) return -1;
        std::vector<std::pair<const Node *, size_t>> open{{root.get(), 0}};
        while (!open.empty()) {
            auto &[current, next] = open.back();
            if (m_nodes.count(current) > 0) {
                open.pop_back();
                continue;
            }
            const size_t links = current->inputs.size() + 1;
            const Node *input = nullptr;
            while (next < links && input == nullptr) {
                const NodePtr &link = next == 0 ? current->function : current->inputs[next - 1];
                ++next;
                if (link && m_nodes.count(link.get()) == 0) input = link.get();
            }
            if (input != nullptr) {
                open.emplace_back(input, 0);
                continue;
            }
            write(*current);
            m_nodes.emplace(current, m_nodeCount++);
            open.pop_back();
        }
        return m_nodes.at(root.get());
    }

    int64_t known(const NodePtr &input) const { return input ? m_nodes.at(input.get()) : -1; }

    void write(const Node &node) {
        ByteWriter &out = m_nodeBytes;
        out.integer(node.id.value);
        out.byte(uint8_t(node.kind));
        const DumpText &dump = node.dumpText();
        out.integer(dump.opNumber);
        for (const std::string *each :
             {&node.name, &node.op.text(), &node.callee, &dump.instanceName, &node.scope.str(), &dump.extraText})
            out.integer(text(*each));
        out.integer(known(node.function));
        out.integer(int64_t(node.inputs.size()));
        for (const NodePtr &input : node.inputs)
            out.integer(known(input));
        value(out, node.value);
        tensor(out, node.weight);
        abstract(out, node.abstract);
        for (const Attributes *each : {&node.primitiveAttrs, &node.attrs, &dump.primalAttrs})
            attributes(out, *each);
        out.integer(spans(node.spans));
        out.integer(int64_t(node.origins.size()));
        for (const NodeId origin : node.origins)
            out.integer(origin.value);
    }

    int64_t graph(const GraphPtr &each) {
        const auto [entry, isNew] = m_graphs.try_emplace(each.get(), m_graphCount);
        if (!isNew) return entry->second;
        ++m_graphCount;
        ByteWriter &out = m_graphBytes;
        out.integer(text(each->name));
        out.integer(text(each->parent));
        out.integer(text(each->instance));
        out.integer(spans(each->spans));
        attributes(out, each->attrs);
        for (const std::vector<NodePtr> *list : {&each->parameters, &each->nodes}) {
            out.integer(int64_t(list->size()));
            for (const NodePtr &member : *list)
                out.integer(node(member));
        }
        out.integer(node(each->output));
        return entry->second;
    }

    void dims(ByteWriter &out, const Dims &dims) {
        out.integer(dims.rank());
        for (const int64_t size : dims)
            out.integer(size);
    }

    void tensor(ByteWriter &out, const Tensor &tensor) {
        out.byte(tensor.defined() ? 1 : 0);
        if (!tensor.defined()) return;
        out.byte(uint8_t(tensor.dtype()));
        dims(out, tensor.shape());
        out.integer(m_sink(tensor));
    }

    void value(ByteWriter &out, const Value &value) {
        out.byte(uint8_t(value.data.index()));
        if (const bool *truth = value.asBool()) out.byte(*truth ? 1 : 0);
        if (const int64_t *integer = value.asInt()) out.integer(*integer);
        if (const double *number = value.asDouble()) out.real(*number);
        if (const std::string *words = value.asString()) out.integer(text(*words));
        if (const DType *dtype = value.asDType()) out.byte(uint8_t(*dtype));
        if (const Tensor *elements = value.asTensor()) tensor(out, *elements);
        if (const GraphReference *reference = value.asGraph()) out.integer(text(reference->name));
        if (const Monad *monad = value.asMonad()) out.byte(uint8_t(*monad));
        if (const Opaque *opaque = value.asOpaque()) out.integer(text(opaque->text));
        if (const Sequence *sequence = value.asSequence()) {
            out.byte(uint8_t(sequence->kind));
            out.integer(int64_t(sequence->items.size()));
            for (const Value &item : sequence->items)
                this->value(out, item);
        }
    }

    void abstract(ByteWriter &out, const Abstract &each) {
        out.byte(uint8_t(each.kind));
        out.byte(uint8_t(each.dtype));
        dims(out, each.shape);
        value(out, each.value);
        out.byte(each.isConstant ? 1 : 0);
        out.integer(text(each.referenceKey));
        out.integer(text(each.text));
        out.integer(int64_t(each.items.size()));
        for (const Abstract &item : each.items)
            abstract(out, item);
    }

    void attributes(ByteWriter &out, const Attributes &attributes) {
        out.integer(int64_t(attributes.size()));
        for (const auto &[name, content] : attributes) {
            out.integer(text(name));
            value(out, content);
        }
    }

    const TensorSink &m_sink;
    std::unordered_map<std::string, int64_t> m_texts;
    std::unordered_map<const void *, int64_t> m_spans;
    std::unordered_map<const Node *, int64_t> m_nodes;
    std::unordered_map<const Graph *, int64_t> m_graphs;
    int64_t m_textCount = 0, m_spanCount = 0, m_nodeCount = 0, m_graphCount = 0;
    ByteWriter m_textBytes, m_spanBytes, m_nodeBytes, m_graphBytes;
};

/** Nodes in the order of the file. Freed from the end: a node is then gone before its inputs, and a long chain does not
    free itself recursively. */
struct NodePool {
    std::vector<NodePtr> nodes;
    NodePool() = default;
    NodePool(const NodePool &) = delete;
    NodePool &operator=(const NodePool &) = delete;
    ~NodePool() {
        while (!nodes.empty())
            nodes.pop_back();
    }
};

class Unpacker {
public:
    Unpacker(std::string_view bytes, const TensorSource &source)
        : m_in(bytes)
        , m_source(source) {}

    Result<PackedGraphs> unpack() {
        const int64_t texts = m_in.count(), spanLists = m_in.count(), nodes = m_in.count(), graphs = m_in.count();
        for (int64_t i = 0; i < texts && m_in.ok(); ++i)
            m_texts.push_back(m_in.text());
        for (int64_t i = 0; i < spanLists && m_in.ok(); ++i)
            m_spans.push_back(spanList());
        for (int64_t i = 0; i < nodes && m_in.ok(); ++i)
            m_pool.nodes.push_back(node());
        for (int64_t i = 0; i < graphs && m_in.ok(); ++i)
            m_graphs.push_back(graph());
        PackedGraphs packed;
        packed.spans = spans();
        const int64_t modules = m_in.count();
        for (int64_t i = 0; i < modules && m_in.ok(); ++i)
            packed.modules.push_back(module());
        if (!m_in.ok() || !m_in.atEnd()) return Error{"holds graphs that cannot be read"};
        return packed;
    }

private:
    const std::string &text() {
        static const std::string none;
        const int64_t number = m_in.integerIn(0, int64_t(m_texts.size()) - 1);
        return m_in.ok() ? m_texts[size_t(number)] : none;
    }

    SpanList spanList() {
        auto list = std::make_shared<std::vector<SourceSpan>>();
        const int64_t count = m_in.count();
        for (int64_t i = 0; i < count && m_in.ok(); ++i) {
            SourceSpan &span = list->emplace_back();
            span.file = text();
            for (int *number : {&span.line, &span.endLine, &span.column, &span.endColumn})
                *number = int(m_in.integerIn(INT32_MIN, INT32_MAX));
            span.text = text();
        }
        return list;
    }

    SpanList spans() {
        const int64_t number = m_in.integerIn(-1, int64_t(m_spans.size()) - 1);
        return m_in.ok() && number >= 0 ? m_spans[size_t(number)] : nullptr;
    }

    NodePtr earlierNode() {
        const int64_t number = m_in.integerIn(-1, int64_t(m_pool.nodes.size()) - 1);
        return m_in.ok() && number >= 0 ? m_pool.nodes[size_t(number)] : nullptr;
    }

    NodePtr requiredNode() {
        NodePtr node = earlierNode();
        if (!node) m_in.fail();
        return node;
    }

    NodePtr node() {
        auto made = std::make_shared<Node>();
        made->id.value = m_in.integer();
        made->kind = NodeKind(m_in.byteUpTo(uint8_t(NodeKind::Call)));
        DumpText dump;
        dump.opNumber = int(m_in.integerIn(INT32_MIN, INT32_MAX));
        std::string op, scope;
        for (std::string *each : {&made->name, &op, &made->callee, &dump.instanceName, &scope, &dump.extraText})
            *each = text();
        made->op = OpName(op);
        made->scope = scope;
        made->function = earlierNode();
        const int64_t inputs = m_in.count();
        for (int64_t i = 0; i < inputs && m_in.ok(); ++i)
            made->inputs.push_back(requiredNode());
        if (Value constant = value(0); !constant.isNone()) made->value = std::move(constant);
        if (Tensor weight = tensor(); weight.defined()) made->weight = std::move(weight);
        made->abstract = sharedType(abstract(0), made->inputs);
        for (Attributes *each : {&made->primitiveAttrs, &made->attrs, &dump.primalAttrs})
            *each = attributes();
        if (dump != DumpText()) made->dump = std::make_shared<const DumpText>(std::move(dump));
        made->spans = spans();
        const int64_t origins = m_in.count();
        for (int64_t i = 0; i < origins && m_in.ok(); ++i)
            made->origins.push_back(NodeId{m_in.integer()});
        return made;
    }

    GraphPtr graph() {
        auto made = std::make_shared<Graph>();
        made->name = text();
        made->parent = text();
        made->instance = text();
        made->spans = spans();
        made->attrs = attributes();
        made->parameters = members(NodeKind::Parameter);
        made->nodes = members(NodeKind::Call);
        made->output = earlierNode();
        return made;
    }

    std::vector<NodePtr> members(NodeKind kind) {
        std::vector<NodePtr> nodes;
        const int64_t count = m_in.count();
        for (int64_t i = 0; i < count && m_in.ok(); ++i) {
            nodes.push_back(requiredNode());
            if (m_in.ok() && nodes.back()->kind != kind) m_in.fail();
        }
        return m_in.ok() ? nodes : std::vector<NodePtr>();
    }

    Module module() {
        Module module;
        module.attrs = attributes();
        const int64_t count = m_in.count();
        for (int64_t i = 0; i < count && m_in.ok(); ++i) {
            const int64_t number = m_in.integerIn(0, int64_t(m_graphs.size()) - 1);
            if (m_in.ok()) module.graphs.push_back(m_graphs[size_t(number)]);
        }
        return module;
    }

    Dims dims() {
        Dims dims;
        const int64_t rank = m_in.integerIn(0, maxRank);
        for (int64_t i = 0; i < rank && m_in.ok(); ++i)
            dims.push(m_in.integer());
        return dims;
    }

    DType dtype() { return DType(m_in.byteUpTo(dtypeCount - 1)); }

    Tensor tensor() {
        if (m_in.byteUpTo(1) == 0) return {};
        const DType type = dtype();
        const Dims shape = dims();
        const int64_t place = m_in.integer();
        if (!m_in.ok()) return {};
        if (auto tensor = m_source(place, type, shape)) return *std::move(tensor);
        m_in.fail();
        return {};
    }

    Value value(int depth) {
        if (depth > maxNesting) m_in.fail();
        switch (ValueTag(m_in.byteUpTo(uint8_t(ValueTag::Opaque)))) {
        case ValueTag::None:
            return {};
        case ValueTag::Bool:
            return Value(m_in.byte() != 0);
        case ValueTag::Int:
            return Value(m_in.integer());
        case ValueTag::Float:
            return Value(m_in.real());
        case ValueTag::Text:
            return Value(text());
        case ValueTag::DType:
            return Value(dtype());
        case ValueTag::Tensor:
            return Value(tensor());
        case ValueTag::Graph:
            return Value(GraphReference{text()});
        case ValueTag::Monad:
            return Value(Monad(m_in.byteUpTo(uint8_t(Monad::IO))));
        case ValueTag::Opaque:
            return Value(Opaque{text()});
        case ValueTag::Sequence:
            break;
        }
        const bool isList = SequenceKind(m_in.byteUpTo(uint8_t(SequenceKind::List))) == SequenceKind::List;
        std::vector<Value> items;
        const int64_t count = m_in.count();
        for (int64_t i = 0; i < count && m_in.ok(); ++i)
            items.push_back(value(depth + 1));
        return isList ? Value::list(std::move(items)) : Value::tuple(std::move(items));
    }

    Abstract abstract(int depth) {
        if (depth > maxNesting) m_in.fail();
        Abstract made;
        made.kind = Abstract::Kind(m_in.byteUpTo(uint8_t(Abstract::Kind::Monad)));
        made.dtype = dtype();
        made.shape = dims();
        made.value = value(depth);
        made.isConstant = m_in.byte() != 0;
        made.referenceKey = text();
        made.text = text();
        const int64_t items = m_in.count();
        for (int64_t i = 0; i < items && m_in.ok(); ++i)
            made.items.push_back(abstract(depth + 1));
        return made;
    }

    Attributes attributes() {
        Attributes attributes;
        const int64_t count = m_in.count();
        for (int64_t i = 0; i < count && m_in.ok(); ++i) {
            std::string name = text();
            attributes.emplace_back(std::move(name), value(0));
        }
        return attributes;
    }

    ByteReader m_in;
    const TensorSource &m_source;
    std::vector<std::string> m_texts;
    std::vector<SpanList> m_spans;
    NodePool m_pool;
    std::vector<GraphPtr> m_graphs;
};

} // namespace

std::string packGraphs(const PackedGraphs &graphs, const TensorSink &sink) {
    return Packer(sink).pack(graphs);
}

Result<PackedGraphs> unpackGraphs(std::string_view bytes, const TensorSource &source) {
    return Unpacker(bytes, source).unpack();
}

} // namespace jitscope::inline session
