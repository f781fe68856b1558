#pragma once

#include "views/details/details_page.h"

#include <cstdint>
#include <memory>
#include <span>

namespace loupe {

class Figures;

// GCC takes a scoped enumerator for one that hides loupe::Metadata.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class DetailsTab : std::uint8_t { Overview, Layers, Histogram, HeatMap, Values, Spectrum, Hex, Metadata, Changes };
#pragma GCC diagnostic pop

/// All that the window needs to know of a tab: its menu, its command line and the tab itself come from here.
struct DetailsPageKind {
    DetailsTab tab;
    const char* name; ///< on the command line
    const char* menuTitle; ///< with an ampersand before its letter in the menu
    std::unique_ptr<DetailsPage> (*make)(Figures& figures);

    QString title() const;
};

/// In the order of DetailsTab, which is that of the tabs.
std::span<const DetailsPageKind> detailsPageKinds();

} // namespace loupe
