// SPDX-License-Identifier: Apache-2.0
// Tiles of the last axis become rows, and the steps of the loop become loops that hand their values on in row buffers.
#include "engine/codegen/loopsplitting.h"

#include <algorithm>
#include <map>
#include <utility>

namespace jitscope::inline codegen {
namespace {

constexpr int longStep = 16;       ///< simple instructions of an elementary function, at least
constexpr int64_t mostTile = 256;  ///< elements of a few values fit into the first-level cache
constexpr int64_t leastTile = 128; ///< below, beginning a loop is felt
constexpr int64_t leastRow = 64, mostRow = 512;
constexpr int64_t tileStep = 16; ///< lanes of the widest vectors

bool isLong(const KernelStep &step) {
    return step.emitter->work >= longStep;
}

/** The length of equal tiles that the axis falls into, maybe its own; 0 where there is none. */
int64_t tileOf(const LoopNest &nest) {
    const int64_t size = nest.loops.front().shape.back();
    if (size <= mostRow) return size >= leastRow && !nest.rows.empty() ? size : 0;
    for (int64_t tile = mostTile; tile >= leastTile; tile -= tileStep)
        if (size % tile == 0) return tile;
    return 0;
}

/** The last axis as rows of one tile each. */
void cutAxis(LoopNest &nest, int64_t tile) {
    KernelLoop &loop = nest.loops.front();
    if (tile == loop.shape.back()) return;
    nest.rows.push(loop.shape.back() / tile);
    loop.shape = {tile};
    const auto cut = [tile](Dims &strides) {
        const int64_t step = strides.back();
        strides[strides.rank() - 1] = step * tile;
        strides.push(step);
    };
    for (KernelLoad &load : loop.loads)
        cut(load.strides);
    for (KernelStore &store : loop.stores)
        cut(store.strides);
}

class Splitting {
public:
    explicit Splitting(const LoopNest &nest)
        : m_nest(nest)
        , m_whole(nest.loops.front()) {
        int place = 0;
        bool hasLong = false;
        for (const KernelStep &step : m_whole.steps) {
            if (isLong(step)) {
                place += hasLong ? 1 : 0;
                hasLong = true;
            }
            m_placeOf.push_back(place);
        }
        m_parts.resize(size_t(place) + 1);
        for (KernelLoop &part : m_parts)
            part.shape = m_whole.shape;
    }

    /** Row buffers hold numbers alone. */
    bool isPossible() const {
        const auto isHandedOn = [this](const KernelOperand &operand, int place) {
            return operand.source == KernelOperand::Source::Step && m_placeOf[size_t(operand.index)] != place;
        };
        for (size_t i = 0; i < m_whole.steps.size(); ++i)
            for (const KernelOperand &operand : m_whole.steps[i].operands)
                if (isHandedOn(operand, m_placeOf[i]) && operand.kind != ElementKind::Number) return false;
        return m_parts.size() > 1;
    }

    LoopNest split() {
        for (size_t i = 0; i < m_whole.steps.size(); ++i) {
            const int place = m_placeOf[i];
            KernelStep step = m_whole.steps[i];
            for (KernelOperand &operand : step.operands)
                operand = seenFrom(place, operand);
            m_own[{place, int(i)}] = int(part(place).steps.size());
            part(place).steps.push_back(std::move(step));
        }
        for (KernelStore store : m_whole.stores) {
            const bool isStep = store.value.source == KernelOperand::Source::Step;
            const int place = isStep ? m_placeOf[size_t(store.value.index)] : int(m_parts.size()) - 1;
            store.value = seenFrom(place, store.value);
            part(place).stores.push_back(std::move(store));
        }
        LoopNest nest = m_nest;
        nest.loops = std::move(m_parts);
        nest.rowBuffers.assign(m_buffers.size(), m_whole.shape.back());
        return nest;
    }

private:
    KernelLoop &part(int place) { return m_parts[size_t(place)]; }

    /** The same value in the loop at `place`. */
    KernelOperand seenFrom(int place, KernelOperand operand) {
        if (operand.source == KernelOperand::Source::Load) {
            operand.index = loadIn(place, operand.index);
        } else if (operand.source == KernelOperand::Source::Step) {
            const int step = operand.index;
            if (m_placeOf[size_t(step)] == place)
                operand.index = m_own.at({place, step});
            else
                operand = {KernelOperand::Source::Load, ElementKind::Number, bufferLoadIn(place, step), 0};
        }
        return operand;
    }

    int loadIn(int place, int load) {
        const auto [known, isNew] = m_loads.emplace(std::pair{place, load}, int(part(place).loads.size()));
        if (isNew) part(place).loads.push_back(m_whole.loads[size_t(load)]);
        return known->second;
    }

    int bufferLoadIn(int place, int step) {
        const auto [known, isNew] = m_bufferLoads.emplace(std::pair{place, step}, int(part(place).loads.size()));
        if (isNew)
            part(place).loads.push_back({KernelMemory::RowBuffer, bufferOf(step), DType::Float32, bufferStrides()});
        return known->second;
    }

    /** The buffer of a step's values, which its loop stores there. */
    int bufferOf(int step) {
        const auto [known, isNew] = m_buffers.emplace(step, int(m_buffers.size()));
        if (isNew) {
            const int place = m_placeOf[size_t(step)];
            const KernelOperand value{KernelOperand::Source::Step, ElementKind::Number, m_own.at({place, step}), 0};
            part(place).stores.push_back(
                {KernelMemory::RowBuffer, known->second, DType::Float32, bufferStrides(), value});
        }
        return known->second;
    }

    Dims bufferStrides() const {
        Dims strides = Dims::filled(m_nest.rows.rank(), 0);
        strides.push(1);
        return strides;
    }

    const LoopNest &m_nest;
    const KernelLoop &m_whole;
    std::vector<int> m_placeOf; ///< steps: the loop that computes it
    std::vector<KernelLoop> m_parts;
    std::map<std::pair<int, int>, int> m_own, m_loads, m_bufferLoads; ///< places in a loop, by the loop and the old one
    std::map<int, int> m_buffers;                                     ///< by step
};

} // namespace

void splitLongLoop(LoopNest &nest) {
    const bool isMap = nest.form == NestForm::Rows && nest.loops.size() == 1 && nest.loops.front().shape.rank() == 1 &&
                       nest.loops.front().reductions.empty();
    if (!isMap || std::ranges::count_if(nest.loops.front().steps, isLong) < 2) return;
    const int64_t tile = tileOf(nest);
    if (tile == 0) return;
    LoopNest tiled = nest;
    cutAxis(tiled, tile);
    Splitting splitting(tiled);
    if (splitting.isPossible()) nest = splitting.split();
}

} // namespace jitscope::inline codegen
