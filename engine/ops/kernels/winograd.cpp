// SPDX-License-Identifier: Apache-2.0
// Winograd's minimal filtering F(4 x 4, 3 x 3).
//
// Tiles of 6 x 6 of the image and all filters are brought into a domain in which a convolution is a product element by
// element, 36 of them for 16 results instead of 144. Summed over channels those are 36 matrix products of tiles x
// channels with channels x filters, and those are where the time goes.
//
// The sums in between cancel in part, which costs about half a decimal digit of the seven of float32: the largest error
// of 1152 products of numbers in [-1, 1] is 1e-4 (4e-5 by plain sums). Double precision never comes
// here. All tensors in between have channels as their last axis, so that the changes of domain are plain arithmetic of
// vectors.
#include "engine/ops/kernels/winograd.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/tilekernels.h"
#include "engine/tensor/storage.h"

#include <algorithm>
#include <vector>

namespace jitscope::inline ops {

namespace {

constexpr int64_t domain = 36, side = 4;
/** Tiles are brought over in parts, so that what is in between stays in the caches. */
constexpr int64_t partBytes = int64_t(12) << 20;
constexpr int64_t mostFilterBytes = int64_t(64) << 20;
constexpr int64_t depthStep = 512;
constexpr int64_t leastTiles = 12, leastChannels = 32;

int64_t roundedUp(int64_t x, int64_t step) {
    return (x + step - 1) / step * step;
}

/** Floats from one place of the domain to the next, for `count` numbers of each: an odd number of cache lines. A tile
   is written to all 36 places at once, which would all be in one set of the caches where sizes are powers of two. */
int64_t placeStep(int64_t count) {
    constexpr int64_t line = 16;
    return roundedUp(count, line) | line;
}

/** Floats of a pooled block. */
class Room {
public:
    explicit Room(int64_t count)
        : m_storage(Storage::allocate(size_t(count) * sizeof(float))) {}
    float *data() const { return reinterpret_cast<float *>(m_storage->data()); }

private:
    StoragePtr m_storage;
};

/** Sizes in tiles, and channels rounded up to whole panels. */
struct Sizes {
    const TileKernels<float> &kernels = tileTable().float32;
    int64_t down, across, tiles; ///< tiles of one image
    int64_t width;               ///< of a panel of filters
    int64_t filterChannels;      ///< not rounded
    int64_t channels, outChannels;

    explicit Sizes(const ConvolutionPlan &plan)
        : down((plan.window.y.result + side - 1) / side)
        , across((plan.window.x.result + side - 1) / side)
        , tiles(down * across)
        , width(kernels.columns)
        , filterChannels(plan.channels)
        , channels(roundedUp(plan.channels, width))
        , outChannels(roundedUp(plan.outChannels, width)) {}

    int64_t filterStep() const { return placeStep(outChannels * filterChannels); }
    int64_t paddedHeight() const { return down * side + 2; }
    int64_t paddedWidth() const { return across * side + 2; }
};

/** The image with channels last, on a ground of zeros that holds whole tiles. */
void bringImage(const ConvolutionPlan &plan, const Sizes &sizes, const float *image, float *to) {
    const WindowAxis &down = plan.window.y, &across = plan.window.x;
    const int64_t row = sizes.paddedWidth() * sizes.channels;
    const int64_t left = std::min(across.before, sizes.paddedWidth());
    const int64_t count = std::clamp<int64_t>(sizes.paddedWidth() - left, 0, across.size);
    forEachTask(sizes.paddedHeight(), [&](int64_t y) {
        float *place = to + y * row;
        std::fill_n(place, row, 0.0f);
        const int64_t from = y - down.before;
        if (from < 0 || from >= down.size) return;
        sizes.kernels.transpose(image + from * across.size, down.size * across.size, plan.channels, count,
                                place + left * sizes.channels, sizes.channels);
    });
}

/** A tile of one of several images. */
struct TilePlace {
    int64_t image, y, x;

    TilePlace(const Sizes &sizes, int64_t tile)
        : image(tile / sizes.tiles)
        , y(tile % sizes.tiles / sizes.across)
        , x(tile % sizes.across) {}
};

/** sums (36 x tiles x filters) = tiles (36 x tiles x channels) * filters. */
void multiplyInDomain(const ConvolutionPlan &plan, const Sizes &sizes, int64_t tiles, const float *images,
                      const float *filters, float *sums) {
    const TileKernels<float> &kernels = sizes.kernels;
    const int64_t panels = (tiles + kernels.rows - 1) / kernels.rows;
    const Room packed(domain * panels * kernels.rows * plan.channels);
    forEachTask(domain, [&](int64_t place) {
        const float *from = images + place * placeStep(tiles * sizes.channels);
        float *to = sums + place * placeStep(tiles * sizes.outChannels);
        float *a = packed.data() + place * panels * kernels.rows * plan.channels;
        const auto rowsOf = [&](int64_t i) { return std::min<int64_t>(kernels.rows, tiles - i * kernels.rows); };
        for (int64_t i = 0; i < panels; ++i)
            kernels.pack(from + i * kernels.rows * sizes.channels, sizes.channels, 1, rowsOf(i), plan.channels,
                         a + i * kernels.rows * plan.channels, kernels.rows);
        for (int64_t j = 0; j < sizes.outChannels; j += sizes.width)
            for (int64_t i = 0; i < panels; ++i)
                for (int64_t k = 0; k < plan.channels; k += depthStep)
                    kernels.multiply(
                        kernels.panels(std::min(depthStep, plan.channels - k),
                                       a + (i * plan.channels + k) * kernels.rows,
                                       filters + place * sizes.filterStep() + j * plan.channels + k * sizes.width),
                        rowsOf(i), sizes.width, to + i * kernels.rows * sizes.outChannels + j, sizes.outChannels,
                        k == 0 ? SumStart::Zero : SumStart::Result);
    });
}

} // namespace

bool suitsWinograd(const ConvolutionPlan &plan) {
    const auto isSuitable = [](const WindowAxis &axis) {
        return axis.kernel == 3 && axis.stride == 1 && axis.dilation == 1;
    };
    if (!isSuitable(plan.window.y) || !isSuitable(plan.window.x) || plan.groups != 1) return false;
    if (plan.channels < leastChannels || plan.outChannels < leastChannels) return false;
    const Sizes sizes(plan);
    return plan.batch * sizes.tiles >= leastTiles &&
           domain * sizes.filterStep() * int64_t(sizeof(float)) <= mostFilterBytes;
}

int64_t winogradFilterCount(const ConvolutionPlan &plan) {
    return domain * Sizes(plan).filterStep();
}

/** To 36 x panels of filters x channels x filters of a panel. */
void bringWinogradFilters(const ConvolutionPlan &plan, const float *filters, float *to) {
    const Sizes sizes(plan);
    const int64_t step = sizes.filterStep(), taps = plan.channels * 9;
    constexpr int64_t part = 32; // channels
    const int64_t parts = (plan.channels + part - 1) / part;
    forEachTask(sizes.outChannels / sizes.width * parts, [&](int64_t task) {
        const int64_t panel = task / parts, first = task % parts * part, filter = panel * sizes.width;
        const int64_t channels = std::min(part, plan.channels - first);
        alignas(64) float turned[part * 9 * maxTileColumns];
        sizes.kernels.pack(filters + filter * taps + first * 9, taps, 1,
                           std::min(sizes.width, plan.outChannels - filter), channels * 9, turned, sizes.width);
        for (int64_t c = 0; c < channels; ++c)
            tileTable().winograd.filters(turned + c * 9 * sizes.width, sizes.width,
                                         to + (panel * plan.channels + first + c) * sizes.width, step);
    });
}

void convolveByWinograd(const ConvolutionPlan &plan, const float *images, const float *broughtFilters,
                        const Epilogue<float> &epilogue, float *result) {
    const Sizes sizes(plan);
    const WinogradKernels &winograd = tileTable().winograd;
    std::vector<float> shifts(size_t(sizes.outChannels), 0.0f);
    if (epilogue.rows.bias) std::copy_n(epilogue.rows.bias, plan.outChannels, shifts.begin());
    Epilogue<float> rest = epilogue;
    rest.rows.bias = nullptr;

    const int64_t tileBytes = domain * (sizes.channels + sizes.outChannels) * int64_t(sizeof(float));
    const int64_t together = std::clamp<int64_t>(partBytes / (tileBytes * sizes.tiles), 1, plan.batch);
    const int64_t imageRow = sizes.paddedWidth() * sizes.channels, resultRow = sizes.across * side * sizes.outChannels;
    const int64_t imageCount = sizes.paddedHeight() * imageRow, resultCount = sizes.down * side * resultRow;
    const Room imageRoom(together * imageCount), resultRoom(together * resultCount);
    const Room tileRoom(domain * placeStep(together * sizes.tiles * sizes.channels));
    const Room sumRoom(domain * placeStep(together * sizes.tiles * sizes.outChannels));
    for (int64_t first = 0; first < plan.batch; first += together) {
        const int64_t count = std::min(together, plan.batch - first), tiles = count * sizes.tiles;
        for (int64_t n = 0; n < count; ++n)
            bringImage(plan, sizes, images + (first + n) * plan.channels * plan.window.imageCount(),
                       imageRoom.data() + n * imageCount);
        forEachTask(tiles, [&](int64_t tile) {
            const TilePlace place(sizes, tile);
            winograd.image(imageRoom.data() + place.image * imageCount + place.y * side * imageRow +
                               place.x * side * sizes.channels,
                           sizes.channels, imageRow, sizes.channels, tileRoom.data() + tile * sizes.channels,
                           placeStep(tiles * sizes.channels));
        });
        multiplyInDomain(plan, sizes, tiles, tileRoom.data(), broughtFilters, sumRoom.data());
        forEachTask(tiles, [&](int64_t tile) {
            const TilePlace place(sizes, tile);
            winograd.result(sumRoom.data() + tile * sizes.outChannels, placeStep(tiles * sizes.outChannels),
                            sizes.outChannels, shifts.data(),
                            resultRoom.data() + place.image * resultCount + place.y * side * resultRow +
                                place.x * side * sizes.outChannels,
                            sizes.outChannels, resultRow);
        });
        forEachTask(count * plan.window.y.result, [&](int64_t row) {
            const int64_t n = row / plan.window.y.result, y = row % plan.window.y.result;
            float *to = result + ((first + n) * plan.outChannels * plan.window.y.result + y) * plan.window.x.result;
            sizes.kernels.transpose(resultRoom.data() + n * resultCount + y * resultRow, sizes.outChannels,
                                    plan.window.x.result, plan.outChannels, to, plan.window.resultCount());
            applyEpilogue(rest, to, plan.window.resultCount(), plan.outChannels, plan.window.x.result);
        });
    }
}

} // namespace jitscope::inline ops
