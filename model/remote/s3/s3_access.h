#pragma once

#include "remote/http/http_place.h"
#include "remote/s3/s3_account.h"
#include "remote/s3/s3_error.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::remote {

/// Signs requests to a bucket and explains error responses.
class S3Access final : public Access {
public:
    /// `query` is a query to the bucket itself rather than the object.
    S3Access(std::shared_ptr<S3Account> account, S3Address object, QueryList query = {})
        : m_account(std::move(account))
        , m_object(std::move(object))
        , m_query(std::move(query))
    {
    }

    /// The request URL.
    std::string url() const;

    std::vector<std::string> headers(const std::string& url, const std::optional<ByteRange>& range) const override;
    std::string authorities() const override { return m_account->settings().authorities; }
    std::optional<std::string> elsewhere(
        const std::string& url, const HttpAnswer& answer, std::string_view text) const override;
    std::optional<Error> explain(
        const std::string& url, const HttpAnswer& answer, std::string_view text) const override;

private:
    const std::shared_ptr<S3Account> m_account;
    const S3Address m_object;
    const QueryList m_query;
};

} // namespace loupe::remote
