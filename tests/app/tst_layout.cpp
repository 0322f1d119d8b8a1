// SPDX-License-Identifier: Apache-2.0
// The layered layout: what must hold for any graph, at any size, with groups and without.
#include "app/graphview/graphlayout.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <random>

namespace jitscope::tst_layout {

using namespace jitscope;

namespace {

LayoutInput nodesOf(int count) {
    LayoutInput input;
    for (int i = 0; i < count; ++i)
        input.nodes.push_back({120.0 + i % 3 * 20, 42, -1, {}});
    return input;
}

bool overlaps(const LayoutBox &a, const LayoutBox &b) {
    const double slack = 0.01;
    return a.x + slack < b.right() && b.x + slack < a.right() && a.y + slack < b.bottom() && b.y + slack < a.bottom();
}

/** The first pair of nodes that overlap and are not alternatives of each other, or "". */
std::string firstOverlap(const LayoutInput &input, const LayoutResult &result) {
    const auto alternative = [&](size_t a, size_t b) {
        for (int g = input.nodes[a].group; g >= 0; g = input.groups[size_t(g)].parent) {
            if (input.groups[size_t(g)].kind != LayoutGroup::Kind::Overlay) continue;
            for (int h = input.nodes[b].group; h >= 0; h = input.groups[size_t(h)].parent)
                if (g == h) return true;
        }
        return false;
    };
    for (size_t a = 0; a < result.nodes.size(); ++a)
        for (size_t b = a + 1; b < result.nodes.size(); ++b)
            if (overlaps(result.nodes[a], result.nodes[b]) && !alternative(a, b))
                return format("nodes %zu and %zu overlap", a, b);
    return {};
}

/** The first edge that runs upwards without being told to, or does not meet its nodes, or "". */
std::string firstBadEdge(const LayoutInput &input, const LayoutResult &result) {
    for (size_t e = 0; e < input.edges.size(); ++e) {
        const LayoutBox &from = result.nodes[size_t(input.edges[e].from)];
        const LayoutBox &to = result.nodes[size_t(input.edges[e].to)];
        const LayoutPath &path = result.edges[e];
        if (path.points.size() < 2) return format("edge %zu has no path", e);
        const auto meets = [](const LayoutPoint &point, const LayoutBox &box, double y) {
            return point.x >= box.x - 0.01 && point.x <= box.right() + 0.01 && std::abs(point.y - y) < 0.01;
        };
        if (!meets(path.points.front(), from, from.bottom())) return format("edge %zu does not leave its node", e);
        if (!meets(path.points.back(), to, to.y)) return format("edge %zu does not reach its node", e);
        if (path.isBack) continue;
        if (from.bottom() > to.y) return format("edge %zu runs upwards", e);
        if (path.shape != LayoutPath::Shape::Flow) continue;
        for (size_t i = 1; i < path.points.size(); ++i)
            if (path.points[i].y < path.points[i - 1].y - 0.01) return format("edge %zu turns back", e);
    }
    return {};
}

/** The first edge of which a straight piece runs through a node that is not one of its own, or "". */
std::string firstCut(const LayoutInput &input, const LayoutResult &result) {
    for (size_t e = 0; e < input.edges.size(); ++e) {
        const LayoutPath &path = result.edges[e];
        if (path.shape != LayoutPath::Shape::Flow) continue;
        for (size_t i = 1; i < path.points.size(); ++i) {
            if (path.points[i].x != path.points[i - 1].x) continue;
            for (size_t n = 0; n < result.nodes.size(); ++n) {
                if (int(n) == input.edges[e].from || int(n) == input.edges[e].to) continue;
                const LayoutBox &box = result.nodes[n];
                if (path.points[i].x > box.x && path.points[i].x < box.right() &&
                    path.points[i - 1].y < box.bottom() - 1 && path.points[i].y > box.y + 1)
                    return format("edge %zu runs through node %zu", e, n);
            }
        }
    }
    return {};
}

void verifyPicture(const LayoutInput &input, const LayoutResult &result) {
    QVERIFY(result.isComplete);
    QCOMPARE(result.nodes.size(), input.nodes.size());
    QCOMPARE(result.edges.size(), input.edges.size());
    QCOMPARE(firstOverlap(input, result), std::string());
    QCOMPARE(firstBadEdge(input, result), std::string());
    for (const LayoutBox &box : result.nodes) {
        QVERIFY(box.x >= result.bounds.x - 0.01 && box.right() <= result.bounds.right() + 0.01);
        QVERIFY(box.y >= result.bounds.y - 0.01 && box.bottom() <= result.bounds.bottom() + 0.01);
    }
}

LayoutInput randomGraph(unsigned seed, bool cyclic) {
    std::mt19937 random(seed);
    const auto below = [&](int n) { return int(random() % unsigned(n)); };
    LayoutInput input = nodesOf(1 + below(60));
    const int count = int(input.nodes.size());
    for (LayoutNode &node : input.nodes)
        node.height = 30 + below(4) * 20;
    for (int e = below(count * 2); e > 0; --e) {
        const int a = below(count), b = below(count);
        if (cyclic)
            input.edges.push_back({a, b, below(4)});
        else if (a != b)
            input.edges.push_back({std::min(a, b), std::max(a, b), below(4)});
    }
    return input;
}

} // namespace

class LayoutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingAndOneNodeAreFine() {
        const auto none = layeredLayout({});
        QVERIFY(none.isComplete);
        QVERIFY(none.nodes.empty());
        const auto input = nodesOf(1);
        const auto one = layeredLayout(input);
        verifyPicture(input, one);
        QCOMPARE(one.bounds.width, 120.0);
        QCOMPARE(one.bounds.height, 42.0);
    }

    void chainIsStraight() {
        auto input = nodesOf(5);
        for (int i = 0; i + 1 < 5; ++i)
            input.edges.push_back({i, i + 1, 0});
        const auto result = layeredLayout(input);
        verifyPicture(input, result);
        for (const LayoutBox &box : result.nodes)
            QVERIFY(std::abs(box.centreX() - result.nodes[0].centreX()) < 0.5);
    }

    void operandsKeepTheirOrder() {
        auto input = nodesOf(4);
        input.edges = {{0, 3, 0}, {1, 3, 1}, {2, 3, 2}};
        const auto result = layeredLayout(input);
        QVERIFY(result.edges[0].points.back().x < result.edges[1].points.back().x);
        QVERIFY(result.edges[1].points.back().x < result.edges[2].points.back().x);
        QVERIFY(result.nodes[0].x < result.nodes[1].x && result.nodes[1].x < result.nodes[2].x);
    }

    void weightsStandAboveTheirUse() {
        auto input = nodesOf(7); // 0..5 a chain, 6 a weight of node 5
        for (int i = 0; i < 5; ++i)
            input.edges.push_back({i, i + 1, 0});
        input.edges.push_back({6, 5, 1});
        const auto result = layeredLayout(input);
        verifyPicture(input, result);
        QCOMPARE(result.nodes[6].y, result.nodes[4].y);
    }

    void crossedPairsAreUncrossed() {
        auto input = nodesOf(6);
        input.edges = {{0, 5, 0}, {1, 4, 0}, {2, 3, 0}, {0, 4, 1}};
        const auto result = layeredLayout(input);
        const bool operandsTurned = result.nodes[1].x < result.nodes[0].x;
        QCOMPARE(result.nodes[4].x < result.nodes[5].x, operandsTurned);
    }

    void cyclesAndLoopsAreToldAsBackEdges() {
        auto input = nodesOf(3);
        input.edges = {{0, 1, 0}, {1, 2, 0}, {2, 0, 1}, {1, 1, 1}};
        const auto result = layeredLayout(input);
        verifyPicture(input, result);
        QVERIFY(!result.edges[0].isBack && !result.edges[1].isBack);
        QVERIFY(result.edges[2].isBack && result.edges[3].isBack);
        QCOMPARE(result.edges[2].points.size() % 3, size_t(1));
    }

    void veryLongEdgesBecomeStubs() {
        auto input = nodesOf(40);
        for (int i = 0; i + 1 < 40; ++i)
            input.edges.push_back({i, i + 1, 0});
        input.edges.push_back({0, 20, 1});
        input.edges.push_back({0, 39, 1});
        const auto result = layeredLayout(input);
        verifyPicture(input, result);
        QVERIFY(result.edges[39].shape == LayoutPath::Shape::Flow);
        QVERIFY(result.edges[40].shape == LayoutPath::Shape::Stub);
        QCOMPARE(firstCut(input, result), std::string());
    }

    void randomGraphsHoldTheRules_data() {
        QTest::addColumn<bool>("cyclic");
        QTest::newRow("acyclic") << false;
        QTest::newRow("cyclic") << true;
    }
    void randomGraphsHoldTheRules() {
        QFETCH(bool, cyclic);
        for (unsigned seed = 0; seed < 300; ++seed) {
            const auto input = randomGraph(seed, cyclic);
            const auto result = layeredLayout(input);
            verifyPicture(input, result);
            QCOMPARE(firstCut(input, result), std::string());
            QVERIFY(result == layeredLayout(input));
            if (QTest::currentTestFailed()) QFAIL(qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
    }

    void groupsHoldTheirMembersAndNothingElse() {
        for (unsigned seed = 0; seed < 200; ++seed) {
            auto input = randomGraph(seed, false);
            std::mt19937 random(seed + 1000);
            const int groups = 1 + int(random() % 4);
            for (int g = 0; g < groups; ++g)
                input.groups.push_back(
                    {LayoutGroup::Kind::Hull, g > 0 && random() % 2 ? int(random() % unsigned(g)) : -1, 90});
            for (LayoutNode &node : input.nodes)
                node.group = int(random() % unsigned(groups + 2)) - 2;
            for (LayoutNode &node : input.nodes)
                node.group = std::max(node.group, -1);
            const auto result = layeredLayout(input);
            QCOMPARE(firstOverlap(input, result), std::string());
            for (size_t n = 0; n < input.nodes.size(); ++n) {
                for (int g = 0; g < groups; ++g) {
                    bool inside = false;
                    for (int at = input.nodes[n].group; at >= 0; at = input.groups[size_t(at)].parent)
                        inside |= at == g;
                    const LayoutBox &hull = result.groups[size_t(g)], &box = result.nodes[n];
                    if (!inside)
                        QVERIFY2(!overlaps(hull, box), qPrintable(QStringLiteral("seed %1").arg(seed)));
                    else
                        QVERIFY(box.x >= hull.x && box.right() <= hull.right() && box.y >= hull.y &&
                                box.bottom() <= hull.bottom());
                }
            }
            QVERIFY(result == layeredLayout(input));
        }
    }

    void alternativesLieOnOnePlace() {
        auto input = nodesOf(6); // 0 -> {1 -> 2 -> 3 | 4} -> 5
        input.groups = {{LayoutGroup::Kind::Overlay, -1, 0}, {LayoutGroup::Kind::Hull, 0, 0}};
        for (int i = 1; i <= 3; ++i)
            input.nodes[size_t(i)].group = 1;
        input.nodes[4].group = 0;
        input.edges = {{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 5, 0}, {0, 4, 0}, {4, 5, 0}};
        const auto result = layeredLayout(input);
        verifyPicture(input, result);
        QVERIFY(std::abs(result.nodes[4].centreX() - result.groups[1].centreX()) < 0.01);
        QVERIFY(std::abs(result.nodes[4].y + 21 - (result.groups[1].y + result.groups[1].height / 2)) < 0.01);
    }

    void previousOrderIsKept() {
        auto input = nodesOf(7);
        for (int i = 1; i < 6; ++i)
            input.edges.push_back({0, i, 0});
        for (int i = 1; i < 6; ++i)
            input.nodes[size_t(i)].previous = LayoutPoint{600.0 - i * 100, 80};
        input.nodes[0].previous = LayoutPoint{300, 0};
        input.edges.push_back({0, 6, 0});
        const auto result = layeredLayout(input);
        for (int i = 1; i < 5; ++i)
            QVERIFY(result.nodes[size_t(i)].x > result.nodes[size_t(i + 1)].x);
    }

    void whatIsThereStaysWhenAGraphGrows() {
        for (unsigned seed = 0; seed < 60; ++seed) {
            LayoutInput input = randomGraph(seed, false);
            for (int i = 1; i < int(input.nodes.size()); ++i)
                input.edges.push_back({int(seed * 7 + unsigned(i) * 5) % i, i, 5}); // it hangs together
            const auto before = layeredLayout(input);
            for (size_t i = 0; i < before.nodes.size(); ++i)
                input.nodes[i].previous = LayoutPoint{before.nodes[i].x, before.nodes[i].y};
            // One more at the end, as while stepping: it takes up to two of what is there.
            const int last = int(input.nodes.size());
            if (last < 5) continue;
            input.nodes.push_back({140, 42, -1, {}});
            input.edges.push_back({last - 1, last, 0});
            input.edges.push_back({int(seed) % last, last, 1});
            const auto after = layeredLayout(input);
            verifyPicture(input, after);
            // A new edge may push cards of a row aside, but none past another.
            for (int a = 0; a < last; ++a) {
                for (int b = 0; b < last; ++b) {
                    const LayoutBox &boxA = before.nodes[size_t(a)], &boxB = before.nodes[size_t(b)];
                    if (boxA.y != boxB.y || boxA.x >= boxB.x) continue;
                    QVERIFY2(after.nodes[size_t(a)].x < after.nodes[size_t(b)].x,
                             qPrintable(QStringLiteral("seed %1: %2 and %3 changed places").arg(seed).arg(a).arg(b)));
                }
            }
        }
    }

    void hugeGraphsTakeNoTime_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("limitMs");
        QTest::newRow("chain of 100,000") << "chain" << 1500;
        QTest::newRow("star of 10,000") << "star" << 500;
        QTest::newRow("single nodes 10,000") << "single" << 500;
        QTest::newRow("transformer of 10,000") << "blocks" << 500;
    }
    void hugeGraphsTakeNoTime() {
        QFETCH(QString, kind);
        QFETCH(int, limitMs);
        auto input = nodesOf(kind == QLatin1String("chain") ? 100000 : 10000);
        const int count = int(input.nodes.size());
        for (int i = 1; i < count; ++i) {
            if (kind == QLatin1String("chain")) input.edges.push_back({i - 1, i, 0});
            if (kind == QLatin1String("star")) input.edges.push_back({0, i, 0});
            if (kind == QLatin1String("blocks")) {
                input.edges.push_back({i - 1 - (i % 10 == 3 ? 2 : 0), i, 0});
                if (i % 10 == 9) input.edges.push_back({i - 9, i, 1});
                if (i % 10 == 5) input.edges.push_back({0, i, 1});
            }
        }
        const testing::CpuTime effort;
        const auto result = layeredLayout(input);
        QVERIFY(result.isComplete);
        QVERIFY2(effort.isBelow(limitMs), qPrintable(QStringLiteral("%1 ms").arg(effort.ms())));
        qInfo("%s: %.0f ms", qPrintable(kind), effort.ms());
    }

    void cancelledLayoutSaysSo() {
        const auto cancelled = std::make_shared<std::atomic<bool>>(true);
        QVERIFY(!layeredLayout(nodesOf(1000), {}, cancelled).isComplete);
    }
};

JITSCOPE_TEST(LayoutTest)

} // namespace jitscope::tst_layout

#include "tst_layout.moc"
