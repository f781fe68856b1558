#include "remote/folder_listing.h"

#include "remote/http/http_document.h"

namespace loupe::remote {

Result<FolderContent> fetchListing(HttpClient& client, FolderListing& listing, const std::string& name)
{
    constexpr std::size_t longestPage = std::size_t{64} << 20;
    // A million names with fifty per page.
    constexpr int mostPages = 20'000;
    int pages = 0;
    while (auto page = listing.nextPage()) {
        if (++pages > mostPages)
            return fail(ErrorCode::Malformed, "the listing does not come to an end", name);
        auto document = fetchDocument(client, std::move(page), longestPage);
        if (!document)
            return fail(std::move(document.error()));
        if (auto added = listing.add(document->answer, document->text); !added) {
            if (added.error().path.empty())
                added.error().path = name;
            return fail(std::move(added.error()));
        }
    }
    return listing.take();
}

} // namespace loupe::remote
