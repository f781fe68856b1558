#pragma once

#include "analysis/spectrum/spectrum_request.h"
#include "items/spectrum/spectrum_text.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

namespace loupe {

/// The last few spectra, by tensor and matrix. Does not keep checkpoints open. The spectra of a closed one are never
/// found, and the next add() drops them.
class RecentSpectra {
public:
    static constexpr std::size_t most = 16;

    /// Null if it is not known.
    SpectrumPtr find(const SpectrumRequest& request) const;
    void add(const SpectrumRequest& request, SpectrumPtr spectrum);
    std::size_t size() const { return m_entries.size(); }

private:
    struct Side {
        std::weak_ptr<const Checkpoint> checkpoint;
        std::uint32_t tensor = 0;
    };
    struct Entry {
        Side a;
        std::optional<Side> b;
        std::optional<std::uint64_t> stacked;
        SpectrumPtr spectrum;
    };
    static Side sideOf(const SpectrumRequest::Side& side) { return {side.checkpoint, side.tensor}; }
    static bool isSame(const Side& known, const SpectrumRequest::Side& wanted);
    static bool isOf(const Entry& entry, const SpectrumRequest& request);

    std::deque<Entry> m_entries; ///< the latest one last
};

} // namespace loupe
