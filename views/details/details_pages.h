#pragma once

#include "views/details/details_page.h"

#include <cstdint>
#include <memory>
#include <span>

namespace loupe {

class Figures;

// GCC treats a scoped enumerator as hiding loupe::Metadata.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class DetailsTab : std::uint8_t { Overview, Layers, Histogram, HeatMap, Values, Spectrum, Hex, Metadata, Changes };
#pragma GCC diagnostic pop

/// Describes a tab for the window: its menu entry, its command-line name and the page are created from this.
struct DetailsPageKind {
    DetailsTab tab;
    const char* name; ///< on the command line
    const char* menuTitle; ///< with an ampersand before the mnemonic
    std::unique_ptr<DetailsPage> (*make)(Figures& figures);

    QString title() const;
};

/// In the order of DetailsTab, which is also the order of the tabs.
std::span<const DetailsPageKind> detailsPageKinds();

} // namespace loupe
