#include "remote/s3/s3_folder.h"

#include "remote/s3/s3_access.h"

namespace loupe::remote {

namespace {

S3Address asFolder(S3Address address)
{
    if (!address.key.empty() && !address.key.ends_with('/'))
        address.key += '/';
    return address;
}

} // namespace

S3Folder::S3Folder(std::shared_ptr<S3Account> account, S3Address folder)
    : m_account(std::move(account))
    , m_folder(asFolder(std::move(folder)))
    , m_listing(m_folder.key, S3Listing::Depth::OneFolder)
{
}

std::shared_ptr<HttpPlace> S3Folder::nextPage()
{
    auto query = m_listing.nextQuery();
    if (!query)
        return nullptr;
    const auto access = std::make_shared<S3Access>(m_account, m_folder, std::move(*query));
    return std::make_shared<HttpPlace>(access->url(), displayed(m_folder), access);
}

Result<> S3Folder::add(const HttpAnswer& /*answer*/, std::string_view body)
{
    return m_listing.add(body);
}

FolderContent S3Folder::take()
{
    FolderContent content;
    for (const S3Object& object : m_listing.objects()) {
        if (object.key.size() > m_folder.key.size())
            content.files.push_back(object.key.substr(m_folder.key.size()));
    }
    for (const std::string& prefix : m_listing.folders()) {
        if (prefix.size() > m_folder.key.size() + 1)
            content.folders.push_back(prefix.substr(m_folder.key.size(), prefix.size() - m_folder.key.size() - 1));
    }
    return content;
}

} // namespace loupe::remote
