#include "remote/s3/s3_listing.h"

#include "core/text/quote.h"
#include "remote/percent_encoding.h"
#include "remote/s3/xml_reader.h"

#include <algorithm>
#include <charconv>

namespace loupe::remote {

namespace {

constexpr std::size_t mostObjects = 1'000'000;

/// One response.
struct S3Page {
    std::vector<S3Object> objects;
    std::vector<std::string> folders;
    std::string token;
    bool isListing = false;
    bool isTruncated = false;
    bool isEncoded = false; ///< whether keys are encoded like "a+b%2Fc"
    std::string fault;
};

/// Decodes a key from a response: form encoding, with + for a space.
std::optional<std::string> decodedKey(std::string text)
{
    std::ranges::replace(text, '+', ' ');
    return percentDecoded(text);
}

class PageReader {
public:
    Result<S3Page> read(std::string_view xml)
    {
        const auto read = readXml(xml, [this](std::string_view path, std::string_view text) { take(path, text); });
        if (!read)
            return fail(read.error());
        if (!m_page.isListing)
            return fail(ErrorCode::Malformed, "its XML is no listing of a bucket");
        if (!m_page.fault.empty())
            return fail(ErrorCode::Malformed, m_page.fault);
        if (m_page.isEncoded && !decodeAll())
            return fail(ErrorCode::Malformed, "a key in the listing has a % without two hexadecimal digits");
        return std::move(m_page);
    }

private:
    void take(std::string_view path, std::string_view text)
    {
        constexpr std::string_view root = "ListBucketResult";
        if (!path.starts_with(root))
            return;
        const std::string_view field = path.substr(std::min(path.size(), root.size() + 1));
        if (path == root)
            m_page.isListing = true;
        else if (field == "IsTruncated")
            m_page.isTruncated = text == "true";
        else if (field == "NextContinuationToken")
            m_page.token = text;
        else if (field == "EncodingType")
            m_page.isEncoded = text == "url";
        else if (field == "CommonPrefixes/Prefix")
            m_page.folders.emplace_back(text);
        else if (field == "Contents/Key")
            m_object.key = text;
        else if (field == "Contents/Size")
            takeSize(text);
        else if (field == "Contents/ETag")
            m_object.etag = text;
        else if (field == "Contents/StorageClass")
            m_object.storageClass = text;
        else if (field == "Contents")
            takeObject();
    }

    void takeSize(std::string_view text)
    {
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, m_object.size);
        m_hasSize = error == std::errc() && stop == end;
    }

    void takeObject()
    {
        if (m_object.key.empty() || !m_hasSize)
            m_page.fault = "the listing has an object without a key or a size: " + quote(m_object.key);
        m_page.objects.push_back(std::move(m_object));
        m_object = S3Object();
        m_hasSize = false;
    }

    bool decodeAll()
    {
        const auto decode = [](std::string& text) {
            auto decoded = decodedKey(text);
            if (decoded)
                text = std::move(*decoded);
            return decoded.has_value();
        };
        return std::ranges::all_of(m_page.objects, [&](S3Object& object) { return decode(object.key); })
            && std::ranges::all_of(m_page.folders, decode);
    }

    S3Page m_page;
    S3Object m_object;
    bool m_hasSize = false;
};

} // namespace

S3Listing::S3Listing(std::string prefix, Depth depth)
    : m_prefix(std::move(prefix))
    , m_depth(depth)
{
}

std::optional<QueryList> S3Listing::nextQuery() const
{
    if (m_isComplete)
        return std::nullopt;
    // Keys may contain characters that XML does not allow.
    QueryList query{{"list-type", "2"}, {"prefix", m_prefix}, {"max-keys", "1000"}, {"encoding-type", "url"}};
    if (m_depth == Depth::OneFolder)
        query.emplace_back("delimiter", "/");
    if (!m_token.empty())
        query.emplace_back("continuation-token", m_token);
    return query;
}

Result<> S3Listing::add(std::string_view xml)
{
    auto page = PageReader().read(xml);
    if (!page)
        return fail(page.error());
    const bool startsElsewhere = std::ranges::any_of(
        page->objects, [this](const S3Object& object) { return !object.key.starts_with(m_prefix); });
    if (startsElsewhere)
        return fail(ErrorCode::Malformed, "the listing has keys that do not begin with what was asked for");
    std::erase_if(page->objects, [](const S3Object& object) { return object.size == 0 && object.key.ends_with('/'); });
    if (m_objects.size() + page->objects.size() + m_folders.size() + page->folders.size() > mostObjects)
        return fail(ErrorCode::TooLarge, "more than a million objects have this prefix");
    std::ranges::move(page->objects, std::back_inserter(m_objects));
    std::ranges::move(page->folders, std::back_inserter(m_folders));
    if (!page->isTruncated) {
        m_isComplete = true;
        return {};
    }
    m_token = std::move(page->token);
    if (m_token.empty() || !m_tokens.insert(m_token).second)
        return fail(ErrorCode::Malformed, "the listing goes on with a page that it has had");
    return {};
}

} // namespace loupe::remote
