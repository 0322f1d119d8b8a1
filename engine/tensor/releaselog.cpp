// SPDX-License-Identifier: Apache-2.0
// Each thread fills pages of its own; the reader goes through all pages, and those that are full and read serve again.
#include "engine/tensor/releaselog.h"

#include "engine/base/ticks.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <span>

namespace jitscope::inline tensor {

// Known outside, as those of eager are: gold (2.40) gives a local variable of this model the place of another.
namespace detail {

constexpr size_t pageReleases = 2048;

struct Page {
    std::array<StorageRelease, pageReleases> releases;
    std::atomic<size_t> used = 0;
    std::atomic<bool> isLeft = false; ///< by its thread, which writes no more to it
    size_t read = 0;                  ///< the reader's

    void clear() {
        used.store(0, std::memory_order_relaxed);
        isLeft.store(false, std::memory_order_relaxed);
        read = 0;
    }
};

/** Plain data in the thread's own block, so that the usual path has no guard to check and no function to call. */
struct ThreadPage {
    Page *page = nullptr;
    size_t used = 0;
    bool isEnding = false;
};
constinit thread_local ThreadPage threadPage __attribute__((tls_model("initial-exec")));

} // namespace detail

namespace {

using detail::Page, detail::ThreadPage, detail::threadPage, detail::pageReleases;

/** Under the mutex, which is taken once a page by threads that release. */
struct Pages {
    std::mutex mutex;
    std::vector<std::unique_ptr<Page>> all;
    std::vector<std::unique_ptr<Page>> spare; ///< cleared
    const void *reader = nullptr;
    std::function<void()> isDue;
};

/** Never destroyed: static variables of others may hold tensors. */
Pages &pages() {
    static auto *const made = new Pages;
    return *made;
}

/** Leaves the page of a thread that ends; what it releases after that goes into a page for each. */
struct PageOwner {
    ~PageOwner() {
        if (threadPage.page) threadPage.page->isLeft.store(true, std::memory_order_release);
        threadPage = {nullptr, 0, true};
    }
};

constexpr size_t sparePages = 64;   ///< two megabytes
constexpr size_t stockedPages = 24; ///< what a program releases while the reader gets to the next stock

/** Puts what a page has until that time behind `taken`; whether that was the last of it. */
bool readPage(Page &page, int64_t untilNs, std::vector<StorageRelease> &taken) {
    const bool isLeft = page.isLeft.load(std::memory_order_acquire); // before `used`: nothing follows then
    const size_t used = page.used.load(std::memory_order_acquire);
    const auto unread = std::span(page.releases).subspan(page.read, used - page.read);
    const auto due =
        untilNs == ReleaseLog::always
            ? unread
            : std::span(unread.begin(), std::ranges::upper_bound(unread, untilNs, {}, &StorageRelease::timeNs));
    taken.insert(taken.end(), due.begin(), due.end());
    page.read += due.size();
    return isLeft && page.read == used;
}

/** With the mutex held. */
std::vector<StorageRelease> takeUntil(int64_t untilNs) {
    std::vector<StorageRelease> taken;
    for (std::unique_ptr<Page> &page : pages().all) {
        if (!readPage(*page, untilNs, taken)) continue;
        page->clear();
        if (pages().spare.size() < sparePages) pages().spare.push_back(std::move(page));
        page.reset();
    }
    std::erase(pages().all, nullptr);
    return taken;
}

/** One that was used before or stocked: its memory is there. */
std::unique_ptr<Page> sparePage() {
    const std::lock_guard lock(pages().mutex);
    if (pages().spare.empty()) return nullptr;
    std::unique_ptr<Page> page = std::move(pages().spare.back());
    pages().spare.pop_back();
    return page;
}

Page *newPage() {
    if (!threadPage.isEnding) thread_local PageOwner owner;
    std::unique_ptr<Page> page = sparePage();
    if (!page) page = std::make_unique<Page>();
    Page *made = page.get();
    const std::lock_guard lock(pages().mutex);
    if (pages().isDue && !pages().all.empty()) pages().isDue();
    pages().all.push_back(std::move(page));
    return made;
}

} // namespace

std::atomic<bool> ReleaseLog::on = false;

void ReleaseLog::start(const void *reader, std::function<void()> isDue) {
    const std::lock_guard lock(pages().mutex);
    if (pages().reader == reader) return;
    takeUntil(always);
    pages().reader = reader;
    pages().isDue = std::move(isDue);
    on.store(true, std::memory_order_relaxed);
}

void ReleaseLog::stop(const void *reader) {
    const std::lock_guard lock(pages().mutex);
    if (pages().reader != reader) return;
    leave();
    takeUntil(always);
    pages().reader = nullptr;
    pages().isDue = {};
}

void ReleaseLog::add(uint64_t storage) {
    ThreadPage &mine = threadPage;
    if (!mine.page) [[unlikely]] {
        mine.page = newPage();
        mine.used = 0;
    }
    Page &page = *mine.page;
    page.releases[mine.used] = {storage, quickNowNs()};
    const size_t used = ++mine.used;
    const bool isLast = used == pageReleases || mine.isEnding;
    if (isLast) [[unlikely]]
        mine.page = nullptr;
    page.used.store(used, std::memory_order_release);
    if (isLast) [[unlikely]]
        page.isLeft.store(true, std::memory_order_release); // from here on the reader may free it
}

std::vector<StorageRelease> ReleaseLog::take(const void *reader, int64_t untilNs) {
    const std::lock_guard lock(pages().mutex);
    return pages().reader == reader ? takeUntil(untilNs) : std::vector<StorageRelease>();
}

void ReleaseLog::stockUp() {
    while (true) {
        {
            const std::lock_guard lock(pages().mutex);
            if (pages().spare.size() >= stockedPages) return;
        }
        auto page = std::make_unique<Page>(); // its releases are written to, so the system finds memory for them now
        const std::lock_guard lock(pages().mutex);
        pages().spare.push_back(std::move(page));
    }
}

} // namespace jitscope::inline tensor
