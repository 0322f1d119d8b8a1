// SPDX-License-Identifier: Apache-2.0
// Watchpoints: each rule on tensors that pass it and tensors that do not, over recordings, and the recommended ones.
#include "engine/inspect/watchpoint.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <cmath>

namespace jitscope::tst_watch {

using namespace jitscope;

namespace {

const float NaN = std::nanf("");
const float inf = INFINITY;

Tensor vector(std::vector<float> values) {
    return Tensor::of({int64_t(values.size())}, values);
}

std::string found(const Watchpoint &watchpoint, const Tensor &value, const Tensor &previous = {}) {
    const auto good = checkWatchpoint(watchpoint);
    if (!good) return good.error().message;
    const auto finding = check(watchpoint, value, previous);
    if (!finding) return "well";
    return describe({1, 0, watchpoint.rule, finding->parameter, finding->actual, finding->threshold});
}

/** Operators written one after the other, with their tensors. */
struct Recording {
    Session session;

    int64_t tensor(const Tensor &value, const char *name = "") {
        session.tensors.push_back({int64_t(session.tensors.size()), value.dtype(), value.shape(), value, name});
        return session.tensors.back().id;
    }
    void op(const char *name, IdList inputs, IdList outputs, OpPhase phase = OpPhase::Forward) {
        OpEvent op;
        op.number = int64_t(session.ops.size()) + 1;
        op.op = name;
        op.inputs = inputs;
        op.outputs = outputs;
        op.phase = phase;
        op.stack = 0;
        op.writes = phase == OpPhase::Optimizer;
        session.ops.push_back(op);
        session.linkTensors(session.ops.size() - 1);
    }
    std::string hits(const std::vector<Watchpoint> &watchpoints, int64_t first = 0) {
        std::string text;
        for (const WatchHit &hit : recheck(session, watchpoints, first, nullptr))
            text += format("#%d %d %s: %s\n", int(hit.op), int(hit.tensor), hit.rule.c_str(), describe(hit).c_str());
        return text;
    }
};

/** Two steps of training: w is written by the optimizer, `frozen` by nobody though it has a gradient. */
Recording training() {
    Recording r;
    const int64_t x = r.tensor(vector({1, 2}));
    int64_t w = r.tensor(vector({1, 1}), "w");
    const int64_t frozen = r.tensor(vector({3, 3}), "frozen");
    for (int step = 0; step < 2; ++step) {
        const int64_t y = r.tensor(vector({1, step == 0 ? 2.0f : inf}));
        r.op("Mul", {x, w}, {y});
        const int64_t z = r.tensor(vector({0, 0}));
        r.op("ReLU", {y, frozen}, {z});
        const int64_t g = r.tensor(vector({1e-12f, 0}));
        r.op("MulGrad", {z}, {g}, OpPhase::Backward);
        r.session.gradients.push_back({w, g});
        r.session.gradients.push_back({frozen, g});
        const int64_t next = r.tensor(vector({1.0f + float(step), 1}), "w");
        r.op("AssignSub", {w, g}, {next}, OpPhase::Optimizer);
        w = next;
    }
    return r;
}

} // namespace

class WatchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyRuleIsNamedAndUnderstood() {
        QCOMPARE(watchRules().size(), size_t(21));
        std::string names;
        for (const WatchRule &rule : watchRules()) {
            names += rule.id + " ";
            QVERIFY2(!rule.title.empty() && rule.summary.ends_with('.'), rule.id.c_str());
            Watchpoint all{rule.id, {}, "", true, true};
            for (const WatchParameter &parameter : rule.parameters)
                all.parameters[parameter.id] = parameter.preset;
            VERIFY_RESULT(checkWatchpoint(all));
            check(all, vector({1, 2}), vector({1, 2}));
        }
        COMPARE_TEXT(names,
                     "weight_initialization weight_overflow weight_too_large weight_too_small weight_not_changed "
                     "weight_change_too_large weight_change_too_small gradient_vanishing gradient_too_large "
                     "gradient_exploding activation_range tensor_overflow operator_overflow "
                     "tensor_initialization tensor_too_large tensor_too_small tensor_range tensor_all_zero "
                     "tensor_change_too_large tensor_change_too_small tensor_not_changed ");
    }

    void valuesAreHeldAgainstThresholds() {
        const Tensor x = vector({-4, 0, 1, 7});
        COMPARE_TEXT(found({"tensor_too_large", {{"abs_mean_gt", 2}}}, x), "abs mean 3 is above 2");
        COMPARE_TEXT(found({"tensor_too_large", {{"abs_mean_gt", 3}}}, x), "well");
        COMPARE_TEXT(found({"weight_too_large", {{"max_gt", 6}}}, x), "max 7 is above 6");
        COMPARE_TEXT(found({"gradient_too_large", {{"min_gt", -5}}}, x), "min -4 is above -5");
        COMPARE_TEXT(found({"tensor_too_large", {{"mean_gt", 0.5}}}, x), "mean 1 is above 0.5");
        COMPARE_TEXT(found({"tensor_too_small", {{"abs_mean_lt", 4}}}, x), "abs mean 3 is below 4");
        COMPARE_TEXT(found({"gradient_vanishing", {{"max_lt", 8}}}, x), "max 7 is below 8");
        COMPARE_TEXT(found({"weight_too_small", {{"min_lt", -3}}}, x), "min -4 is below -3");
        COMPARE_TEXT(found({"tensor_too_small", {{"mean_lt", 2}}}, x), "mean 1 is below 2");
        COMPARE_TEXT(found({"tensor_all_zero", {{"zero_percentage_ge", 25}}}, x),
                     "share of zeros 25 % is at least 25 %");
        COMPARE_TEXT(found({"tensor_all_zero", {{"zero_percentage_ge", 26}}}, x), "well");
        COMPARE_TEXT(found({"weight_initialization", {{"max_gt", 5}, {"min_lt", -9}}}, x), "max 7 is above 5");
        const std::map<std::string, double> range = {{"range_start_inclusive", 0}, {"range_end_inclusive", 1}};
        auto with = [&](const char *id, double value) {
            auto all = range;
            all[id] = value;
            return all;
        };
        COMPARE_TEXT(found({"tensor_range", with("range_percentage_lt", 60)}, x),
                     "share in the range 50 % is below 60 %");
        COMPARE_TEXT(found({"activation_range", with("range_percentage_gt", 40)}, x),
                     "share in the range 50 % is above 40 %");
        COMPARE_TEXT(found({"tensor_range", with("max_min_gt", 10)}, x), "max - min 11 is above 10");
        COMPARE_TEXT(found({"tensor_range", with("max_min_lt", 11)}, x), "well");
    }

    void nanIsFoundByOverflowRulesAndLeftOutOfTheOthers() {
        const Tensor x = vector({NaN, 1, inf, -inf});
        for (const char *rule : {"tensor_overflow", "weight_overflow", "gradient_exploding", "operator_overflow"}) {
            COMPARE_TEXT(found({rule, {}}, x), "3 elements are NaN or infinite");
            COMPARE_TEXT(found({rule, {}}, vector({1, 2})), "well");
        }
        COMPARE_TEXT(found({"tensor_too_large", {{"abs_mean_gt", 2}}}, vector({NaN, 1, 5})), "abs mean 3 is above 2");
        COMPARE_TEXT(found({"tensor_too_large", {{"max_gt", 2}}}, vector({NaN})), "well");
        COMPARE_TEXT(found({"tensor_overflow", {}}, Tensor::zeros({2}, DType::Int32)), "well");
        COMPARE_TEXT(found({"tensor_all_zero", {{"zero_percentage_ge", 100}}}, Tensor::zeros({2}, DType::Int32)),
                     "share of zeros 100 % is at least 100 %");
    }

    void changesAreRelativeToThePreviousValue() {
        const Tensor before = vector({1, -3}), after = vector({1.5f, -3.5f});
        COMPARE_TEXT(found({"weight_change_too_large", {{"abs_mean_update_ratio_gt", 0.2}}}, after, before),
                     "mean change 0.25 is above 0.2");
        COMPARE_TEXT(found({"weight_change_too_large", {{"abs_mean_update_ratio_gt", 0.3}}}, after, before), "well");
        COMPARE_TEXT(found({"tensor_change_too_small", {{"abs_mean_update_ratio_lt", 0.3}}}, after, before),
                     "mean change 0.25 is below 0.3");
        COMPARE_TEXT(found({"weight_change_too_large", {{"abs_mean_update_ratio_gt", 0.2}}}, after), "well");
        COMPARE_TEXT(found({"weight_change_too_large", {{"abs_mean_update_ratio_gt", 0.2}}}, after, vector({1})),
                     "well");
        COMPARE_TEXT(found({"tensor_not_changed", {{"rtol", 1e-3}}}, vector({1.0001f, 2}), vector({1, 2})),
                     "not changed within 0.001");
        COMPARE_TEXT(found({"tensor_not_changed", {{"rtol", 1e-5}}}, vector({1.0001f, 2}), vector({1, 2})), "well");
        COMPARE_TEXT(found({"tensor_not_changed", {{"rtol", 1e-5}}}, vector({NaN, 2}), vector({NaN, 2})), "well");
        COMPARE_TEXT(
            found({"tensor_not_changed", {{"rtol", 1e-5}, {"equal_nan", 1}}}, vector({NaN, 2}), vector({NaN, 2})),
            "not changed within 1e-05");
    }

    void whatCannotBeUnderstoodIsSaid() {
        COMPARE_TEXT(found({"tensor_purple", {}}, {}), "There is no rule \"tensor_purple\" for watchpoints.");
        COMPARE_TEXT(found({"tensor_too_large", {}}, {}),
                     "The rule \"tensor_too_large\" needs a threshold: abs_mean_gt, max_gt, min_gt, mean_gt.");
        COMPARE_TEXT(found({"tensor_all_zero", {{"max_gt", 1}}}, {}),
                     "The rule \"tensor_all_zero\" has no parameter \"max_gt\"; it has zero_percentage_ge.");
        COMPARE_TEXT(found({"tensor_all_zero", {{"zero_percentage_ge", 101}}}, {}),
                     "\"zero_percentage_ge\" is a percentage, from 0 to 100.");
        COMPARE_TEXT(found({"tensor_too_large", {{"abs_mean_gt", -1}}}, {}), "\"abs_mean_gt\" cannot be below 0.");
        COMPARE_TEXT(found({"tensor_range",
                            {{"range_start_inclusive", 2}, {"range_end_inclusive", 1}, {"range_percentage_lt", 1}}},
                           {}),
                     "The range begins behind its end.");
        COMPARE_TEXT(found({"tensor_overflow", {}, "op ="}, {}),
                     "The filter cannot be read: column 4: \"=\" compares as \"==\" here.");
    }

    void recordingsAreChecked() {
        Recording r = training();
        COMPARE_TEXT(r.hits({{"tensor_overflow", {}}}), "#5 7 tensor_overflow: 1 element is NaN or infinite\n");
        COMPARE_TEXT(r.hits({{"tensor_overflow", {}}}, 6), "");
        COMPARE_TEXT(r.hits({{"tensor_overflow", {}, "op:ReLU"}}), "");
        COMPARE_TEXT(
            r.hits({{"activation_range",
                     {{"range_start_inclusive", -1}, {"range_end_inclusive", 0}, {"range_percentage_gt", 99.9}}}}),
            "#2 4 activation_range: share in the range 100 % is above 99.9 %\n"
            "#6 8 activation_range: share in the range 100 % is above 99.9 %\n");
        COMPARE_TEXT(r.hits({{"gradient_vanishing", {{"abs_mean_lt", 1e-9}}}}),
                     "#3 5 gradient_vanishing: abs mean 5e-13 is below 1e-09\n"
                     "#7 9 gradient_vanishing: abs mean 5e-13 is below 1e-09\n");
        COMPARE_TEXT(r.hits({{"weight_initialization", {{"max_gt", 2}}}}),
                     "#2 2 weight_initialization: max 3 is above 2\n");
        Watchpoint off{"tensor_overflow", {}};
        off.isEnabled = false;
        COMPARE_TEXT(r.hits({off}), "");
    }

    void weightsAreComparedWithTheStepBefore() {
        Recording r = training();
        // The first step leaves w as it was, the second adds 1 to one element; `frozen` never changes.
        COMPARE_TEXT(r.hits({{"weight_not_changed", {{"rtol", 1e-5}}}}),
                     "#4 2 weight_not_changed: not changed within 1e-05\n"
                     "#4 6 weight_not_changed: not changed within 1e-05\n"
                     "#8 2 weight_not_changed: not changed within 1e-05\n");
        COMPARE_TEXT(r.hits({{"weight_change_too_large", {{"abs_mean_update_ratio_gt", 0.1}}}}),
                     "#8 10 weight_change_too_large: mean change 0.5 is above 0.1\n");
        COMPARE_TEXT(r.hits({{"tensor_not_changed", {{"rtol", 1e-5}}, "op:ReLU"}}),
                     "#6 8 tensor_not_changed: not changed within 1e-05\n");
    }

    void operatorOverflowIsTheOperatorThatMadeIt() {
        Recording r;
        const int64_t x = r.tensor(vector({0})), log = r.tensor(vector({-inf})), sum = r.tensor(vector({-inf}));
        r.op("Log", {x}, {log});
        r.op("Add", {log, x}, {sum});
        COMPARE_TEXT(r.hits({{"operator_overflow", {}}}), "#1 1 operator_overflow: 1 element is NaN or infinite\n");
        COMPARE_TEXT(r.hits({{"tensor_overflow", {}}}), "#1 1 tensor_overflow: 1 element is NaN or infinite\n"
                                                        "#2 2 tensor_overflow: 1 element is NaN or infinite\n");
    }

    void spilledValuesAreReadAndUnwantedWorkEnds() {
        class File : public SpilledBytes {
        public:
            Result<StoragePtr> load() const override { return vector({NaN, 1}).storage(); }
            int64_t bytes() const override { return 8; }
        };
        Recording r;
        const int64_t x = r.tensor(vector({1, 1})), y = r.tensor(vector({1, 1}));
        r.op("Neg", {x}, {y});
        r.session.tensors[1].value.storage()->spill(std::make_shared<File>());
        COMPARE_TEXT(r.hits({{"tensor_overflow", {}}}), "#1 1 tensor_overflow: 1 element is NaN or infinite\n");
        for (int i = 0; i < 200; ++i)
            r.op("Neg", {x}, {y});
        const std::vector<Watchpoint> watchpoints = {{"tensor_overflow", {}}};
        QCOMPARE(recheck(r.session, watchpoints, 0, nullptr).size(), size_t(201));
        QVERIFY(recheck(r.session, watchpoints, 0, [] { return false; }).size() < 100);
    }

    void watchpointsAreRecommendedForWhatIsThere() {
        const auto rules = [](const Session &session) {
            std::string text;
            for (const RecommendedWatchpoint &each : recommendedWatchpoints(session)) {
                text +=
                    each.watchpoint.rule + (each.watchpoint.filter.empty() ? "" : " " + each.watchpoint.filter) + "\n";
                if (!checkWatchpoint(each.watchpoint)) text += checkWatchpoint(each.watchpoint).error().message;
            }
            return text;
        };
        COMPARE_TEXT(rules({}), "");
        COMPARE_TEXT(rules(training().session), "operator_overflow\ntensor_all_zero\nweight_initialization\n"
                                                "weight_change_too_large\nweight_not_changed\ngradient_exploding\n"
                                                "gradient_vanishing\nactivation_range op == \"ReLU\"\n");
        Recording plain;
        plain.op("Tanh", {plain.tensor(vector({1}))}, {plain.tensor(vector({1}))});
        COMPARE_TEXT(rules(plain.session), "operator_overflow\ntensor_all_zero\nactivation_range op == \"Tanh\"\n");
    }
};

JITSCOPE_TEST(WatchTest)

} // namespace jitscope::tst_watch

#include "tst_watch.moc"
