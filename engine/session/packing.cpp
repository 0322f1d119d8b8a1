// SPDX-License-Identifier: Apache-2.0
#include "engine/session/packing.h"

#include <memory>
#include <stdexcept>
#include <zstd.h>

namespace jitscope::inline session {

namespace {

struct FreeContext {
    void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx *context) const { ZSTD_freeDCtx(context); }
};

/** One for each thread: to make one costs a hundred times what a value of a few bytes does. */
ZSTD_CCtx *compressor() {
    static thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    if (!context) throw std::bad_alloc();
    ZSTD_CCtx_reset(context.get(), ZSTD_reset_session_and_parameters);
    return context.get();
}

ZSTD_DCtx *decompressor() {
    static thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
    if (!context) throw std::bad_alloc();
    ZSTD_DCtx_reset(context.get(), ZSTD_reset_session_and_parameters);
    return context.get();
}

} // namespace

std::string compressed(std::string_view bytes) {
    ZSTD_CCtx *const context = compressor();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    std::string frame(ZSTD_compressBound(bytes.size()), '\0');
    const size_t size = ZSTD_compress2(context, frame.data(), frame.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
    frame.resize(size);
    return frame;
}

Result<std::string> decompressed(std::string_view frame, int64_t expectedBytes) {
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size == ZSTD_CONTENTSIZE_ERROR) return Error{"is not compressed as it should be"};
    if (expectedBytes < 0 || size != (unsigned long long)expectedBytes)
        return Error{"does not have the size that is noted for it"};
    std::string bytes(size_t(size), '\0');
    const size_t got = ZSTD_decompressDCtx(decompressor(), bytes.data(), bytes.size(), frame.data(), frame.size());
    if (ZSTD_isError(got)) return Error{std::string("cannot be decompressed (") + ZSTD_getErrorName(got) + ")"};
    if (got != bytes.size()) return Error{"does not have the size that is noted for it"};
    return bytes;
}

} // namespace jitscope::inline session
