// SPDX-License-Identifier: Apache-2.0
// Every formula of the graph-kernel expander on the samples of its operator: the same values as the operator's own.
#include "engine/ops/opdef.h"
#include "engine/passes/support/expansions.h"
#include "tests/support/irmodules.h"
#include "tests/support/passchecks.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_expansions {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

std::vector<Expansion> allExpansions() {
    std::vector<Expansion> all;
    for (const auto list :
         {activationExpansions(), activationGradientExpansions(), normalisationExpansions(), lossExpansions()})
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

/** A call of `op` whose tensors are parameters. */
struct SampleCall {
    std::vector<NodePtr> parameters;
    std::vector<Value> arguments;
    NodePtr call;
};

bool isSuited(const std::vector<Value> &sample) {
    return std::all_of(sample.begin(), sample.end(), [](const Value &value) {
        const Tensor *tensor = value.asTensor();
        return !tensor || (tensor->dtype() == DType::Float32 && tensor->count() > 0);
    });
}

SampleCall callOf(const OpDef &op, const std::vector<Value> &sample, NodeMaker &make) {
    SampleCall result;
    std::vector<NodePtr> inputs;
    std::vector<Abstract> types;
    for (size_t i = 0; i < op.params.size(); ++i) {
        const Value &value = i < sample.size() ? sample[i] : op.params[i].defaultValue;
        if (value.asTensor()) {
            inputs.push_back(make.parameter("p" + std::to_string(i), Abstract::of(value)));
            result.parameters.push_back(inputs.back());
            result.arguments.push_back(value);
        } else {
            inputs.push_back(make.constant(value));
        }
        types.push_back(inputs.back()->abstract);
    }
    result.call = make.call(op.name, inputs, *op.infer(types));
    return result;
}

Value valueOf(const SampleCall &sample, const NodePtr &output) {
    Module module;
    module.graphs = {graphOf("sample", sample.parameters, output)};
    return evaluate(module, sample.arguments);
}

} // namespace

class TestExpansions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFormulaGivesTheSame_data() {
        QTest::addColumn<int>("index");
        const std::vector<Expansion> all = allExpansions();
        for (size_t i = 0; i < all.size(); ++i)
            QTest::newRow(std::string(all[i].op).c_str()) << int(i);
    }
    void theFormulaGivesTheSame() {
        QFETCH(int, index);
        const Expansion expansion = allExpansions()[size_t(index)];
        const OpDef *op = findOp(expansion.op);
        QVERIFY(op && op->samples);
        QCOMPARE(findExpansion(expansion.op)->rule, expansion.rule);
        int tried = 0;
        for (const std::vector<Value> &sample : op->samples()) {
            if (!isSuited(sample)) continue;
            NodeMaker make;
            const SampleCall call = callOf(*op, sample, make);
            PassContext context{make.ids(), JitLevel::O1, {}, {}};
            Rewriter rewriter(context);
            const NodePtr basic = expansion.expand(*call.call, Formula(call.call, rewriter));
            if (!basic || !sameType(basic->abstract, call.call->abstract)) continue; // the operator stays then
            ++tried;
            QVERIFY(closeValues(valueOf(call, call.call), valueOf(call, basic), 1e-5, 1e-5));
        }
        QVERIFY(tried > 0);
    }
};

JITSCOPE_TEST(TestExpansions)

} // namespace jitscope::tst_expansions

#include "tst_expansions.moc"
